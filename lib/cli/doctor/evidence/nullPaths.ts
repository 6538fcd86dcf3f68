import { publicName } from './publicName.js'

const maxDepth = 12
const maxElements = 500
/** The maximum number of paths that are listed. */
const maxPaths = 12

/** The paths at which a value contains `null`, each once; elements of lists are `[]`. */
export const nullPaths = (value: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  const visit = (node: unknown, path: string, depth: number): void => {
    if (found.size >= maxPaths || depth > maxDepth) return
    if (node === null) found.add(path)
    else if (Array.isArray(node))
      for (const element of node.slice(0, maxElements) as ReadonlyArray<unknown>) visit(element, `${path}[]`, depth + 1)
    else if (typeof node === 'object')
      for (const [key, field] of Object.entries(node))
        visit(field, path === '' ? publicName(key) : `${path}.${publicName(key)}`, depth + 1)
  }
  visit(value, '', 0)
  return Array.from(found)
}
