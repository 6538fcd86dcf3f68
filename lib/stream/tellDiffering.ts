import { shorten } from '../codec/issues.js'
import { telling } from '../codec/telling.js'
import type { Connection } from '../http/Connection.js'
import type { HttpRequest } from '../http/HttpRequest.js'

/** So many fields are told of a client at most: the names of operations may be anything. */
const mostTold = 1000

const toldOf = /* @__PURE__ */ new WeakMap<object, Set<string>>()

/**
 * Decodes what a request was answered, and tells by an event of each field that has a value of another type than was
 * assumed: once for each client, operation and field, while somebody listens.
 */
export const tellDiffering = <A>({ client, emit }: Connection, request: HttpRequest, decode: () => A): A =>
  telling((path, expected) => {
    const told = toldOf.get(client) ?? new Set<string>()
    const key = `${path} ${request.operation}`
    if (told.size >= mostTold || told.has(key)) return
    emit(request, () => {
      toldOf.set(client, told.add(key))
      return { _tag: 'FieldDiffers', path, expected: shorten(expected) }
    })
  }, decode)
