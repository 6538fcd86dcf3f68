const { existsSync, readFileSync } = require('node:fs')
const { dirname, relative, resolve } = require('node:path')

/**
 * How many spec files run in one context, with one copy of what they load: to load it takes longer than most files take
 * to run.
 */
const size = 8

/** The variable by which the workers of jest learn of the groups. */
const variable = 'SPEC_GROUPS'

/** Mocks of modules and of timers hold for a whole context. */
const isAlone = (path) => /\bjest\.(?!fn\b|spyOn\b)/.test(readFileSync(path, 'utf8'))

const root = resolve(__dirname, '../../..')
const specs = resolve(root, 'spec')

const importsOf = (path, source) =>
  Array.from(source.matchAll(/(?:from|import) '(\.[^']*)\.js'/g), ([, name]) =>
    resolve(dirname(path), `${name}.ts`),
  ).filter((file) => file.startsWith(specs) && existsSync(file))

const hooks = /^(before|after)(Each|All)\(|from '@angular\/core\/testing'/m

const known = new Map()

/** The modules behind a spec that register hooks when they are loaded, as Angular's do. */
const hooksOf = (path) => {
  if (!known.has(path)) {
    known.set(path, [])
    const source = readFileSync(path, 'utf8')
    const own = !path.endsWith('-spec.ts') && hooks.test(source) ? [path] : []
    known.set(path, [...new Set([...own, ...importsOf(path, source).flatMap(hooksOf)])].sort())
  }
  return known.get(path)
}

/** Files in the order of their paths, by the hooks that they share: these are registered for all of a context. */
const byHooks = (paths) => {
  const sets = new Map()
  for (const path of [...paths].sort()) {
    const key = isAlone(path) ? path : hooksOf(path).join()
    sets.set(key, [...(sets.get(key) ?? []), path])
  }
  return sets.values()
}

const chunks = (list) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

const ofRoot = (path) => relative(root, path)
const ofSystem = (path) => resolve(root, path)

/** Puts specs into groups, and returns the first of each, with which jest runs the others. */
exports.grouped = (paths) => {
  const groups = [...byHooks(paths)].flatMap(chunks)
  // Short paths: systems bound the length of a variable.
  const shared = groups.map(([first, ...others]) => [
    ofRoot(first),
    { hooks: hooksOf(first).map(ofRoot), others: others.map(ofRoot) },
  ])
  process.env[variable] = JSON.stringify(Object.fromEntries(shared))
  return groups.map(([first]) => first)
}

/** The other specs of a group, and the modules with hooks that all of them share. */
exports.groupOf = (first) => {
  const { hooks = [], others = [] } = JSON.parse(process.env[variable] ?? '{}')[ofRoot(first)] ?? {}
  return { hooks: hooks.map(ofSystem), others: others.map(ofSystem) }
}
