// Compiles the components of the guides by the compilers of their frameworks, renders them on a server and in a page, and runs
// the collection of TanStack DB. Installs these packages in a folder of its own. Prints lines of TAP.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { paths } from '../../.config/entryPoints.js'

const source = 'spec/frameworks'
const folder = resolve('node_modules/.cache/rxbank/frameworks')
const lock = 'package-lock.json'

const isInstalled = () =>
  existsSync(join(folder, 'node_modules/.package-lock.json')) &&
  readFileSync(join(folder, lock), 'utf8') === readFileSync(join(source, lock), 'utf8')

mkdirSync(folder, { recursive: true })
if (!isInstalled()) {
  for (const file of ['package.json', lock, '.npmrc']) cpSync(join(source, file), join(folder, file))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
}

/** The files of a guide: fences whose first line names a file. */
const writeFiles = (guide) => {
  const text = readFileSync(guide, 'utf8')
  for (const [, code, name] of text.matchAll(/^```\w+\n((?:\/\/|<!--) ([\w.]+)(?: -->)?\n[^]*?)^```$/gm))
    writeFileSync(join(folder, 'src', name), code)
}

rmSync(join(folder, 'src'), { recursive: true, force: true })
mkdirSync(join(folder, 'src'))
for (const guide of ['docs/guides/svelte-vue-solid.md', 'docs/guides/tanstack-db.md']) writeFiles(guide)
for (const file of ['pages.mjs', 'collection.mjs', 'checks.mjs']) cpSync(join(source, file), join(folder, 'src', file))

const require = createRequire(join(folder, 'package.json'))
const { transformSync } = require('@babel/core')
const { compile } = require('svelte/compiler')
const { compileScript, parse } = require('vue/compiler-sfc')

/** The real compilers, for a page or for a server. */
const compilers = (isServer) => ({
  name: 'compilers',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.svelte$/ }, ({ path }) => {
      const { js, warnings } = compile(readFileSync(path, 'utf8'), {
        filename: path,
        generate: isServer ? 'server' : 'client',
      })
      return { contents: js.code, loader: 'js', warnings: warnings.map(({ message }) => ({ text: message })) }
    })
    onLoad({ filter: /\.vue$/ }, ({ path }) => {
      const { descriptor, errors } = parse(readFileSync(path, 'utf8'), { filename: path })
      if (errors.length > 0) return { errors: errors.map(({ message }) => ({ text: message })) }
      const { content } = compileScript(descriptor, {
        id: 'accounts',
        inlineTemplate: true,
        templateOptions: { ssr: isServer, ssrCssVars: [] },
      })
      return { contents: content, loader: 'js' }
    })
    onLoad({ filter: /\.jsx$/ }, ({ path }) => {
      const presets = [
        [require.resolve('babel-preset-solid'), { generate: isServer ? 'ssr' : 'dom', hydratable: false }],
      ]
      const { code } = transformSync(readFileSync(path, 'utf8'), {
        filename: path,
        presets,
        configFile: false,
        babelrc: false,
      })
      return { contents: code, loader: 'js' }
    })
  },
})

const bundle = (name, isServer) =>
  build({
    entryPoints: [join(folder, 'src', `${name}.mjs`)],
    outfile: join(folder, 'dist', `${name}.${isServer ? 'server' : 'page'}.mjs`),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: isServer ? ['node'] : ['browser'],
    mainFields: ['module', 'main'],
    define: { 'process.env.RENDERS': isServer ? '"server"' : '"page"', 'process.env.NODE_ENV': '"production"' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    external: ['happy-dom'],
    alias: Object.fromEntries(Object.entries(paths).map(([specifier, [file]]) => [specifier, resolve(file)])),
    plugins: [compilers(isServer)],
    logLevel: 'warning',
  })

let isOk = true
for (const [name, isServer] of [
  ['pages', true],
  ['pages', false],
  ['collection', false],
]) {
  const { warnings } = await bundle(name, isServer)
  if (warnings.length > 0) isOk = false
  const file = join(folder, 'dist', `${name}.${isServer ? 'server' : 'page'}.mjs`)
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit', timeout: 120_000 })
  if (status !== 0) isOk = false
}
console.log(`${isOk ? 'ok' : 'not ok'} - the components compile without a warning, and all programs end well\n# end`)
if (!isOk) process.exitCode = 1
