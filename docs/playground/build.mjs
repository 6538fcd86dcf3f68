// npm run playground: builds the playground as a static page, into docs/playground/dist or the folder that is given.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { transform } from 'sucrase'

const root = fileURLToPath(new URL('../../', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

/** `playground:scenes`: the text of each scene, and what runs of it. */
const scenes = {
  name: 'scenes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^playground:scenes$/ }, ({ path }) => ({ path, namespace: 'scenes' }))
    onLoad({ filter: /.*/, namespace: 'scenes' }, () => {
      const folder = join(here, 'src/scenes')
      const texts = readdirSync(folder).map((file) => {
        const source = readFileSync(join(folder, file), 'utf8')
        const { code } = transform(source, { transforms: ['typescript', 'imports'], production: true })
        return [file.replace('.ts', ''), { source, code }]
      })
      return { contents: JSON.stringify(Object.fromEntries(texts)), loader: 'json' }
    })
  },
}

const common = {
  absWorkingDir: root,
  bundle: true,
  logLevel: 'warning',
  minify: true,
  // Neither the conditions of Node nor those of bundles for browsers, which have no users with a secret.
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  tsconfig: join(root, 'tsconfig.json'),
  alias: {
    '#credentials': './lib/client/config/applicationCredentials.ts',
    '#hmac': './docs/playground/src/run/hmac.ts',
    '#listen': './lib/testing/sandbox/listenUnsupported.ts',
    '#transport': './lib/http/transport/nativeFetch.ts',
    '#users': './lib/client/applicationUsers.ts',
    'fp-ts/lib': './node_modules/fp-ts/es6',
    'io-ts': './node_modules/io-ts/es6/index.js',
    rxjs: './node_modules/rxjs/dist/esm/index.js',
  },
}

/** The page, with a link to its guide where there is one. */
const page = (guide) =>
  readFileSync(join(here, 'index.html'), 'utf8').replace(
    '</h1>',
    guide === undefined ? '</h1>' : `</h1>\n        <a href="${guide}">Guide</a>`,
  )

/** Builds the page into a folder, which is emptied first; `guide` is the address of a page to link to. */
export const buildPlayground = async (outdir, guide) => {
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  writeFileSync(join(outdir, 'index.html'), page(guide))
  copyFileSync(join(here, 'style.css'), join(outdir, 'style.css'))
  await Promise.all([
    build({
      ...common,
      entryPoints: ['docs/playground/src/run/worker.ts'],
      format: 'iife',
      outfile: join(outdir, 'worker.js'),
    }),
    build({
      ...common,
      entryPoints: { main: 'docs/playground/src/page/main.ts', editor: 'docs/playground/src/editor/editor.ts' },
      format: 'esm',
      outdir,
      plugins: [scenes],
      splitting: true,
    }),
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildPlayground(resolve(process.argv[2] ?? join(here, 'dist')))
