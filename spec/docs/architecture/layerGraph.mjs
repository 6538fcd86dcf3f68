// The layers of lib/ and what each imports: from the imports of the sources, and the table of .config/dependency-cruiser.js.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { layers } from '../../../.config/dependency-cruiser.js'
import { entryPoints } from '../../../.config/entryPoints.js'

/** The names of the layers, lowest first. */
export const names = layers.map(([pattern]) => pattern.replace('[.]', '.').replace('$', ''))

/** Why a layer imports no more, by its name. */
export const reasons = new Map(layers.map(([, , why], index) => [names[index], why]))

const layerOf = (file) => names[layers.findIndex(([pattern]) => new RegExp(`^${pattern}`).test(file))]

/** The files that a file of lib/ imports, relative to lib/. */
const importsOf = (file) => {
  const text = readFileSync(`lib/${file}`, 'utf8')
  return Array.from(text.matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)\.js'/gm), ([, path]) =>
    posix.join(dirname(file), `${path}.ts`),
  )
}

/** The other layers that each layer imports. */
export const imported = new Map(names.map((name) => [name, new Set()]))
for (const file of readdirSync('lib', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts')) continue
  const layer = layerOf(file)
  for (const other of importsOf(file).map(layerOf)) if (other !== layer) imported.get(layer).add(other)
}

/** Whether a layer reaches another by way of a third one. */
const reaches = (from, to) => Array.from(imported.get(from)).some((next) => next === to || reaches(next, to))
const isShort = (from, to) => !Array.from(imported.get(from)).some((next) => next !== to && reaches(next, to))

/** What programs import of a layer, if it is an entry point. */
const importOf = (name) =>
  entryPoints.find(({ source }) => [`lib/${name}`, `lib/${name}index.ts`].includes(source))?.name

/** The layers from above, each with the layers that it imports and reaches by no longer way. */
export const layerGraph = names.toReversed().map((name) => ({
  name,
  entry: importOf(name),
  imports: names.filter((other) => imported.get(name).has(other) && isShort(name, other)),
}))
