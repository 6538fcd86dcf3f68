// Runs the stores of docs/guides/stores.md against the laws of stores: Workers KV and a Durable Object in workerd, Redis in a
// stand-in that runs Lua, and PostgreSQL. Needs Node 22; installs what it runs in a folder of its own. Prints lines of TAP.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { paths } from '../../.config/entryPoints.js'
import { printOutcomes } from './outcomes.mjs'

const source = 'spec/stores'
const folder = resolve('node_modules/.cache/rxbank/stores')
const lock = 'package-lock.json'
const maxLines = 20

const isInstalled = () =>
  existsSync(join(folder, 'node_modules/.package-lock.json')) &&
  readFileSync(join(folder, lock), 'utf8') === readFileSync(join(source, lock), 'utf8')

mkdirSync(folder, { recursive: true })
if (!isInstalled()) {
  for (const file of ['package.json', lock, '.npmrc']) cpSync(join(source, file), join(folder, file))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
}

const guide = join(folder, 'src')
rmSync(guide, { recursive: true, force: true })
mkdirSync(guide)
const recipes = readFileSync('docs/guides/stores.md', 'utf8').matchAll(/^```js\n\/\/ (\w+\.js)\n([^]*?)^```$/gm)
for (const [, name, code] of recipes) {
  writeFileSync(join(guide, name), code)
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('import ')).length
  const error = lines > maxLines ? `${String(lines)} lines` : undefined
  printOutcomes([{ name: `${name} has at most ${String(maxLines)} lines, without its imports`, error }])
}

const bundle = async (name, options) => {
  const outfile = join(folder, 'dist', name)
  await build({
    entryPoints: [join(source, name)],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    nodePaths: [join(folder, 'node_modules')],
    logLevel: 'warning',
    ...options,
    alias: {
      guide,
      ...Object.fromEntries(Object.entries(paths).map(([specifier, [file]]) => [specifier, resolve(file)])),
    },
  })
  return outfile
}

const servers = await bundle('servers.mjs', {
  platform: 'node',
  external: ['pg', 'ioredis-mock'],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
  },
})
const { status } = spawnSync(process.execPath, [servers], { stdio: 'inherit', timeout: 300_000 })
printOutcomes([{ name: 'the stores on servers end well', error: status === 0 ? undefined : `status ${status}` }])

const { Miniflare } = createRequire(join(folder, 'package.json'))('miniflare')
const worker = await bundle('worker.mjs', {
  platform: 'browser',
  conditions: ['workerd', 'browser'],
  external: ['node:*', 'cloudflare:*'],
})
const miniflare = new Miniflare({
  modules: [{ type: 'ESModule', path: worker }],
  compatibilityDate: '2026-07-01',
  compatibilityFlags: ['nodejs_compat'],
  durableObjects: { TOKENS: 'TestObject' },
  kvNamespaces: ['BOOKMARKS'],
})
try {
  printOutcomes(await (await miniflare.dispatchFetch('http://localhost/')).json())
} finally {
  await miniflare.dispose()
}
console.log('# end')
