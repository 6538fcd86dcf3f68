// Bundles what was built of the service: the tests start it some forty times, and a start with its hundreds of modules takes
// three times the CPU.
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const below = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

buildSync({
  entryPoints: ['main', 'bank'].map((name) => below(`dist/src/${name}.js`)),
  outdir: below('dist/bundled'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  mainFields: ['module', 'main'],
  // As ES modules, of which only what is used gets into the bundle.
  alias: {
    'fp-ts/lib': below('node_modules/fp-ts/es6'),
    'io-ts': below('node_modules/io-ts/es6/index.js'),
    rxjs: below('node_modules/rxjs/dist/esm/index.js'),
  },
  // It has a compiled SQLite.
  external: ['@photostructure/sqlite'],
  // For the packages that are no ES modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'error',
})
