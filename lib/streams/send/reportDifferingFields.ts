import { shorten } from '../../base/codec/issues.js'
import { telling } from '../../base/codec/telling.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest } from '../../http/HttpRequest.js'

/** The maximum number of fields that are reported for a client, because programs can use any number of operations. */
const mostTold = 1000

const toldOf = /* @__PURE__ */ new WeakMap<object, Set<string>>()

/** Where the resources of a page are: the path of a field begins at its resource, also while a whole page is decoded. */
const onPage = /^\/resources\/\*(?=\/)/

/**
 * Decodes an answer, and emits an event for each field whose value is not of the expected type and was kept or left out:
 * once for each client, operation and field, and only while `events$` has a subscriber.
 */
export const tellDiffering = <A>({ client, emit }: Connection, request: HttpRequest, decode: () => A): A =>
  telling((place, expected) => {
    const path = place.replace(onPage, '')
    const told = toldOf.get(client) ?? new Set<string>()
    const key = `${path} ${request.operation}`
    if (told.size >= mostTold || told.has(key)) return
    emit(request, () => {
      toldOf.set(client, told.add(key))
      return { _tag: 'FieldDiffers', path, expected: shorten(expected) }
    })
  }, decode)
