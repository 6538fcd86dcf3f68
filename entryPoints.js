// The entry points of the package. jest, typedoc, the layers and the build read this file; package.json's `exports` and
// tsconfig.json's `paths` are written from it by `npm run entry-points`, and a spec says when they are not as it wants.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * What comes after `rxbank/`, and where it runs. Its names are those of `lib/<name>/index.ts`.
 *
 * - `everywhere`: as ES modules, as CommonJS, and as modules for bundlers.
 * - `node`: on Node alone, as ES modules and as CommonJS.
 * - `modules`: as ES modules, on Node and in bundles.
 * - `script`: one file in CommonJS, `lib/<name>.ts`, which imports nothing.
 */
const table = {
  '': 'everywhere',
  angular: 'modules',
  bridge: 'everywhere',
  codec: 'everywhere',
  devtools: 'everywhere',
  electron: 'everywhere',
  'electron/preload': 'script',
  fleet: 'node',
  node: 'node',
  opentelemetry: 'everywhere',
  postgres: 'node',
  sandbox: 'everywhere',
  sqlite: 'node',
  tape: 'everywhere',
  undici: 'node',
}

/** Each entry point: the name that a program imports, where it runs, and its source. */
export const entryPoints = Object.entries(table).map(([folder, runs]) => ({
  name: folder === '' ? 'rxbank' : `rxbank/${folder}`,
  folder,
  runs,
  source: ['lib', ...(folder === '' ? [] : [folder]), ...(runs === 'script' ? [] : ['index'])].join('/') + '.ts',
}))

/** The source of each entry point that other sources import, by its name. */
export const sources = Object.fromEntries(
  entryPoints.filter(({ runs }) => runs !== 'script').map(({ name, source }) => [name, source]),
)

/** The folders of lib/ that are entry points and run there. */
export const foldersThatRun = (where) => entryPoints.filter(({ runs }) => runs === where).map(({ folder }) => folder)

const built = (source, flavour, ending) => source.replace(/^lib\//, `./dist/${flavour}/`).replace(/ts$/, ending)

const commonJs = (source, condition) => ({
  types: built(source, 'cjs', 'd.cts'),
  [condition]: built(source, 'cjs', 'cjs'),
})

const modules = (source, flavour, condition) => ({
  types: built(source, 'esm', 'd.ts'),
  [condition]: built(source, flavour, 'js'),
})

/** For bundlers: with whole texts while a program is developed, see messages.js. */
const bundled = (source) => ({
  development: built(source, 'development', 'js'),
  default: built(source, 'browser', 'js'),
})

/** The conditions of package.json's `exports`, by where an entry point runs. */
const conditions = {
  everywhere: (source) => ({
    require: commonJs(source, 'default'),
    node: modules(source, 'esm', 'default'),
    default: { types: built(source, 'esm', 'd.ts'), ...bundled(source) },
  }),
  node: (source) => ({ require: commonJs(source, 'node'), default: modules(source, 'esm', 'node') }),
  modules: (source) => ({ ...modules(source, 'esm', 'node'), ...bundled(source) }),
  script: (source) => commonJs(source, 'default'),
}

/** The two files that say again what stands here, each with the part of it that does. */
const copies = {
  'package.json': (file) => ({
    ...file,
    exports: {
      ...Object.fromEntries(
        entryPoints.map(({ name, runs, source }) => [name.replace('rxbank', '.'), conditions[runs](source)]),
      ),
      './package.json': './package.json',
    },
  }),
  'tsconfig.json': ({ compilerOptions, ...rest }) => {
    const others = Object.entries(compilerOptions.paths).filter(([name]) => !name.startsWith('rxbank'))
    const own = Object.entries(sources).map(([name, source]) => [name, [`./${source}`]])
    return { compilerOptions: { ...compilerOptions, paths: Object.fromEntries([...others, ...own]) }, ...rest }
  },
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, complete] of Object.entries(copies)) {
    const file = new URL(name, import.meta.url)
    const is = JSON.parse(readFileSync(file, 'utf8'))
    const wanted = complete(is)
    if (JSON.stringify(is) === JSON.stringify(wanted)) continue
    if (process.argv.includes('--check')) {
      console.error(`${name} is not as entryPoints.js has it: npm run entry-points`)
      process.exitCode = 1
    } else {
      const { formatted } = await import('./spec/check/formatted.mjs')
      writeFileSync(file, await formatted(name, JSON.stringify(wanted)))
    }
  }
}
