import { readFileSync } from 'node:fs'

const read = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))

/** What a program or the sources import by name, and the source that it stands for. */
export const { paths } = read('tsconfig.json').compilerOptions

/** The entry points of the package: their names without `rxbank/`, and their sources. */
export const entryPoints = Object.entries(paths)
  .filter(([name]) => /^rxbank(\/|$)/.test(name))
  .map(([name, [source]]) => ({
    name,
    file: name.slice('rxbank/'.length) || 'index',
    source: source.replace('./', ''),
  }))

export const { exports: conditions, imports, peerDependencies } = read('package.json')

/** The entry points that have files in a folder of dist/. */
export const entryPointsIn = (folder) =>
  entryPoints.filter(({ name }) =>
    JSON.stringify(conditions[name.replace('rxbank', '.')]).includes(`./dist/${folder}/`),
  )
