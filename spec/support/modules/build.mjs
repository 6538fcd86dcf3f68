import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import { bundle, code, packagesFolder, root } from './place.mjs'

/** Packages of many small files that most specs need. */
const bundledPackage = /^(rxjs|fp-ts|io-ts|cross-fetch|node-fetch|whatwg-url|tr46|webidl-conversions)(\/|$)/

/** Files, and the names that `tsconfig.json` and the aliases below give to some. */
const ownName = /^(rxbank(\/|$)|fast-check$|[.#/])/

/** What runs by itself, and what no spec of jest takes anything from. */
const apart = /-spec\.ts$|^lib\/cli\/main\.ts$|^spec\/(bench|browser|mutation|package)\//

const sharedFiles = () =>
  ['lib', 'spec'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !apart.test(file)),
  )

/** What specs may import of the packages in the bundle: taken from elsewhere it would be a second copy. */
const packageNames = () => [
  ...['rxjs', 'rxjs/testing', 'io-ts'],
  ...readdirSync(`${root}node_modules/fp-ts/lib`).flatMap((file) =>
    /^\w+\.js$/.test(file) ? [`fp-ts/lib/${file.slice(0, -3)}`] : [],
  ),
]

const entryOf = (modules) => {
  const entries = modules.map(([name, path]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(path)}),`)
  return `module.exports = {\n${entries.join('\n')}\n}\n`
}

/** All other packages, by name: a plugin that is asked about each import takes a third of the time of a build. */
const otherPackages = () => [
  // It is in programs of Electron alone.
  'electron',
  ...readdirSync(`${root}node_modules`).flatMap((name) => {
    if (bundledPackage.test(name) || ownName.test(name)) return []
    return name.startsWith('@') ? [`${name}/*`] : [name]
  }),
]

/** Another run of jest may be reading what is there. */
const replace = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  const made = `${file}-${process.pid}`
  writeFileSync(made, text)
  renameSync(made, file)
}

/** Bundles all modules that specs share, as their sources are now; each is loaded when a spec asks for it by its name. */
export const buildModules = async () => {
  const names = packageNames()
  const modules = [...sharedFiles().map((file) => [file, `./${file}`]), ...names.map((name) => [name, name])]
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: entryOf(modules), resolveDir: root },
    outfile: code,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    supported: { 'dynamic-import': false },
    ignoreAnnotations: true,
    alias: {
      'fast-check': `${root}spec/support/fastCheck.ts`,
      'fp-ts/lib': `${root}node_modules/fp-ts/es6`,
      'io-ts': `${root}node_modules/io-ts/es6/index.js`,
      rxjs: `${root}node_modules/rxjs/dist/esm/index.js`,
      'rxjs/testing': `${root}node_modules/rxjs/dist/esm/testing/index.js`,
    },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
    logLevel: 'warning',
    external: otherPackages(),
  })
  for (const name of names)
    replace(`${packagesFolder}/${name}.cjs`, `module.exports = require(${JSON.stringify(bundle)})['${name}']()\n`)
  for (const { path, text } of outputFiles) replace(path, text)
  replace(bundle, "module.exports = globalThis[Symbol.for('modules of specs')](require, module, __filename, jest)\n")
}
