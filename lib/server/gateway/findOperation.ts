import { isLeft } from 'fp-ts/lib/Either.js'
import { id as idCodec } from '../../base/codec/id.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { GatewayOperation } from './gatewayOperations.js'
import { templatePath } from './templatePath.js'

/** The operation of a path, and the id in it; 0 if the path has none. */
export interface FoundOperation {
  readonly operation: GatewayOperation
  readonly id: number
}

/** The id between `head` and `tail` of a path; `undefined` unless it consists of decimal digits. */
const idIn = (path: string, head: string, tail: string): number | undefined => {
  if (!path.startsWith(head) || !path.endsWith(tail)) return undefined
  const decoded = idCodec.decode(path.slice(head.length, path.length - tail.length))
  return isLeft(decoded) ? undefined : decoded.right
}

/**
 * Returns a function that finds the operation of a path. The path must equal the profile's path character by character.
 * It is not decoded or normalized, so that an encoded path cannot reach another operation.
 */
export const findOperation = (
  { paths }: ServiceInterface,
  operations: ReadonlyArray<GatewayOperation>,
): ((path: string) => FoundOperation | undefined) => {
  const templates = operations.map((operation) => [operation, templatePath(paths[operation.key]).split(':id')] as const)
  return (path) => {
    for (const [operation, [head = '', tail]] of templates) {
      if (tail === undefined && path === head) return { operation, id: 0 }
      const id = tail === undefined ? undefined : idIn(path, head, tail)
      if (id !== undefined) return { operation, id }
    }
    return undefined
  }
}
