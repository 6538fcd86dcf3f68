import { shorten } from '../codec/issues.js'
import { telling } from '../codec/telling.js'
import type { Connection } from '../http/Connection.js'
import type { HttpRequest } from '../http/HttpRequest.js'

/** The maximum number of fields that are reported for a client, because programs can use any number of operations. */
const mostTold = 1000

const toldOf = /* @__PURE__ */ new WeakMap<object, Set<string>>()

/**
 * Decodes an answer, and emits an event for each field whose value has another type than was assumed: once for each
 * client, operation and field, and only while `events$` has a subscriber.
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
