// npm run playground: builds the playground as a static page, into docs/playground/dist or the folder that is given.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { typescriptLanguage } from '@codemirror/lang-javascript'
import { classHighlighter, highlightCode } from '@lezer/highlight'
import { build } from 'esbuild'
import { transform } from 'sucrase'

const root = fileURLToPath(new URL('../../', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

/** A program in parts, each with the class of what it is. */
const tokensOf = (source) => {
  const tokens = []
  const put = (text, kind) => tokens.push([text, kind])
  highlightCode(source, typescriptLanguage.parser.parse(source), classHighlighter, put, () => put('\n', ''))
  return tokens
}

/** `playground:scenes`: the text of each scene, what runs of it, and its colors. */
const scenes = {
  name: 'scenes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^playground:scenes$/ }, ({ path }) => ({ path, namespace: 'scenes' }))
    onLoad({ filter: /.*/, namespace: 'scenes' }, () => {
      const folder = join(here, 'src/scenes')
      const texts = readdirSync(folder).map((file) => {
        const source = readFileSync(join(folder, file), 'utf8')
        const { code } = transform(source, { transforms: ['typescript', 'imports'], production: true })
        return [file.replace('.ts', ''), { source, code, tokens: tokensOf(source) }]
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

/** The page; in a site with the header, the styles and the scripts of a page of the site. */
const page = ({ head = '', header = '', styles = '' } = {}) =>
  readFileSync(join(here, 'index.html'), 'utf8')
    .replace("style-src 'self'", `style-src 'self' ${styles}`.trim())
    .replace('<!-- site: styles and scripts -->', head)
    .replace('<!-- site: header -->', header)
    .replace('<html', header === '' ? '<html' : '<html data-base="../"')

/** Builds the page into a folder, which is emptied first; `site` has what it shares with the pages around it. */
export const buildPlayground = async (outdir, site) => {
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  writeFileSync(join(outdir, 'index.html'), page(site))
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
