// Builds dist/: bundled ES modules and CommonJS for Node; for browsers one ES module a source file, so that the bundler of
// an app leaves out what it does not use; and the script of the inspector's page. Declarations: rollup.config.js.
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledLicences } from './bundledLicences.js'
import { entryPointsIn, imports, paths, peerDependencies } from './entryPoints.js'

const root = fileURLToPath(new URL('..', import.meta.url))

const installed = [...Object.keys(peerDependencies), 'electron']
const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`))

/** The names that sources import by `paths` of tsconfig.json: on Node, and in browsers. */
const onNode = Object.fromEntries(Object.entries(paths).map(([name, [source]]) => [`${name}$`, join(root, source)]))
const inBrowsers = {
  ...onNode,
  '#hmac$': join(root, 'lib/testing/sandbox/hmacWeb.ts'),
  '#listen$': join(root, 'lib/testing/sandbox/listenUnsupported.ts'),
  '#transport$': join(root, 'lib/http/transport/nativeFetch.ts'),
}

const platformUrl = join(root, 'lib/http/transport/platformUrl.ts')

/** cross-fetch brings node-fetch 2, whose `url.parse` and whatwg-url print deprecation warnings in a user's bundle. */
const withPlatformUrl = {
  ...onNode,
  // CommonJS would need `createRequire(import.meta.url)`, which fails where a user bundles it as CommonJS.
  'node-fetch$': 'node-fetch/lib/index.mjs',
  url$: platformUrl,
  'whatwg-url$': platformUrl,
  // Optional, and only for `textConverted`, which nobody calls.
  encoding$: false,
}

/** The bundler of the app chooses these by its own conditions: a worker may keep credentials, a page may not. */
const chosenLater = Object.keys(imports)
const choices = Object.values(imports)
  .flatMap((conditions) => Object.values(conditions))
  .map((file) => file.replace(/^\.\/dist\/browser\/|\.js$/g, ''))

const inputs = (folder) => Object.fromEntries(entryPointsIn(folder).map(({ file, source }) => [file, source]))

const shared = {
  external: isInstalled,
  plugins: [bundledLicences],
  tsconfig: false,
  transform: { target: 'es2022' },
  // Otherwise an import without names would be left out, because package.json says that sources have no side effects.
  treeshake: { moduleSideEffects: [{ test: /\/undici\/checkNodeVersion\.ts$/, sideEffects: true }] },
}
const resolve = (alias) => ({ alias, extensionAlias: { '.js': ['.ts', '.js'] } })
const comments = { annotation: true, jsdoc: false, legal: true }

/**
 * The chunk of a source: one for what every client has, and one for each other room, so that a program loads no room that it
 * does not use. The commands of the command line are loaded one by one.
 */
const chunkOf = (id) => {
  if (/\/node_modules\/(cross|node)-fetch\//.test(id)) return 'client'
  const file = relative(root, id)
  // Entry points hold no code: left to itself, each that the command line imports too would have an empty chunk.
  if (/^lib\/\w+\.ts$/.test(file)) return 'client'
  // A chunk of its own, because chunks run before undici, which fails with an unclear message on a Node that is too old.
  if (file === 'lib/http/undici/checkNodeVersion.ts') return 'checkNodeVersion'
  const [, room, folder] = /^lib\/(\w+)\/(\w+)/.exec(file) ?? []
  if (room === undefined || room === 'cli' || folder === 'undici' || id.endsWith('/preload.ts')) return null
  // The parts of a mirror that are the same for any database need one another.
  if (room === 'mirror') return ['postgres', 'sqlite', 'fleet'].includes(folder) ? folder : room
  if (['adapters', 'testing'].includes(room)) return folder
  // Streams over what the ledger finds: no client needs them.
  if (folder === 'lineages') return 'ledger'
  return ['server', 'ledger'].includes(room) ? room : 'client'
}

const forNode = (format, ending) => ({
  format,
  entryFileNames: `[name].${ending}`,
  codeSplitting: { groups: [{ name: chunkOf, debugName: 'rooms' }], includeDependenciesRecursively: false },
  chunkFileNames: `chunks/[name]-[hash].${ending}`,
  sourcemap: true,
  // Sources in the maps would double what is installed.
  sourcemapExcludeSources: true,
  comments,
  cleanDir: true,
})

export default [
  {
    ...shared,
    platform: 'node',
    resolve: resolve(withPlatformUrl),
    preserveEntrySignatures: 'allow-extension',
    input: { ...inputs('node'), 'cli/main': 'lib/cli/main.ts' },
    output: { dir: 'dist/node', ...forNode('esm', 'js') },
  },
  {
    ...shared,
    platform: 'node',
    resolve: resolve(withPlatformUrl),
    preserveEntrySignatures: 'allow-extension',
    input: inputs('cjs'),
    output: { dir: 'dist/cjs', ...forNode('cjs', 'cjs') },
  },
  {
    ...shared,
    platform: 'browser',
    // Workers have Node's modules, and pages load no entry point that imports one.
    external: (id) => chosenLater.includes(id) || id.startsWith('node:') || isInstalled(id),
    resolve: resolve(inBrowsers),
    input: { ...inputs('browser'), ...Object.fromEntries(choices.map((file) => [file, `lib/${file}.ts`])) },
    output: {
      dir: 'dist/browser',
      format: 'esm',
      preserveModules: true,
      preserveModulesRoot: 'lib',
      // The ES modules of fp-ts, of which bundlers can leave out parts.
      paths: (id) => id.replace(/^fp-ts\/lib\//, 'fp-ts/es6/'),
      comments,
      cleanDir: true,
    },
  },
  {
    ...shared,
    platform: 'browser',
    external: [],
    resolve: resolve(inBrowsers),
    input: { inspector: 'lib/adapters/devtools/page/inspectorPage.ts' },
    output: { dir: 'dist/page', format: 'esm', minify: true, cleanDir: true },
  },
]
