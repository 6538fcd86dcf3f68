import { publicName } from './publicName.js'

const maxDepth = 12
const maxElements = 500
/** The most paths that are listed. */
const maxPaths = 12

/** The paths at which a value contains `null`, each once; elements of lists are `[]`. */
export const nullPaths = (value: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  const look = (at: unknown, path: string, depth: number): void => {
    if (found.size >= maxPaths || depth > maxDepth) return
    if (at === null) found.add(path)
    else if (Array.isArray(at))
      for (const element of at.slice(0, maxElements) as ReadonlyArray<unknown>) look(element, `${path}[]`, depth + 1)
    else if (typeof at === 'object')
      for (const [key, field] of Object.entries(at))
        look(field, path === '' ? publicName(key) : `${path}.${publicName(key)}`, depth + 1)
  }
  look(value, '', 0)
  return Array.from(found)
}
