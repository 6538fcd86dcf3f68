// The rooms and layers of lib/ and what each imports: from the imports of the sources, and .config/dependency-cruiser.js.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { layers } from '../../../.config/dependency-cruiser.js'
import { entryPoints as publicNames } from '../../../.config/entryPoints.js'

const entryPoints = 'entry points'

const nameOf = (pattern) => (pattern.startsWith('\\w+') ? entryPoints : pattern.replace('[.]', '.').replace('$', ''))

/** The names of the layers, lowest first. */
export const names = layers.map(([pattern]) => nameOf(pattern))

/** Why a layer imports no more, by its name. */
export const reasons = new Map(layers.map(([, , why], index) => [names[index], why]))

const layerOf = (file) => names[layers.findIndex(([pattern]) => new RegExp(`^${pattern}`).test(file))]

/** The room that a layer is in: a folder of lib/, `index.ts` or the other entry points. */
const roomOf = (layer) => layer.split('/')[0]

/** The files that a file of lib/ imports, relative to lib/. */
const importsOf = (file) => {
  const text = readFileSync(`lib/${file}`, 'utf8')
  return Array.from(text.matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)\.js'/gm), ([, path]) =>
    posix.join(dirname(file), `${path}.ts`),
  )
}

const rooms = Array.from(new Set(names.map(roomOf)))

/** The other layers that each layer imports. */
export const imported = new Map(names.map((name) => [name, new Set()]))
const importedRooms = new Map(rooms.map((room) => [room, new Set()]))
for (const file of readdirSync('lib', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts')) continue
  const layer = layerOf(file)
  for (const other of importsOf(file).map(layerOf)) {
    if (other !== layer) imported.get(layer).add(other)
    if (roomOf(other) !== roomOf(layer)) importedRooms.get(roomOf(layer)).add(roomOf(other))
  }
}

/** The folders of a room, or the names that programs import. */
const contentsOf = (room) => {
  if (room === entryPoints) return ['rxbank/node', 'rxbank/bridge', `${publicNames.length - 3} others`]
  if (room === 'index.ts') return ['rxbank']
  if (room === 'cli') return ['the command rxbank']
  const folders = readdirSync(`lib/${room}`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => name)
}

/** The rooms from above, each with what is in it and the rooms that it imports. */
export const roomGraph = rooms.toReversed().map((room) => ({
  name: room,
  contents: contentsOf(room),
  imports: rooms.filter((other) => importedRooms.get(room).has(other)),
}))
