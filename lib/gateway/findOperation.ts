import { isLeft } from 'fp-ts/lib/Either.js'
import { id as idCodec } from '../codec/id.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { Passage } from './passages.js'

/** An operation, and the id in the path that asked for it; 0 where it has none. */
export interface Found {
  readonly operation: Passage
  readonly id: number
}

/** The id where a path has it, digits alone: whatever is encoded there is none. */
const idIn = (path: string, head: string, tail: string): number | undefined => {
  if (!path.startsWith(head) || !path.endsWith(tail)) return undefined
  const decoded = idCodec.decode(path.slice(head.length, path.length - tail.length))
  return isLeft(decoded) ? undefined : decoded.right
}

/**
 * The operation at a path, which must be that of the profile letter by letter: nothing is decoded, resolved or joined,
 * so there is nothing to trick.
 */
export const findOperation = (
  { paths }: ServiceInterface,
  operations: ReadonlyArray<Passage>,
): ((path: string) => Found | undefined) => {
  const templates = operations.map((operation) => [operation, (paths[operation.key] ?? '').split(':id')] as const)
  return (path) => {
    for (const [operation, [head = '', tail]] of templates) {
      if (tail === undefined && path === head) return { operation, id: 0 }
      const id = tail === undefined ? undefined : idIn(path, head, tail)
      if (id !== undefined) return { operation, id }
    }
    return undefined
  }
}
