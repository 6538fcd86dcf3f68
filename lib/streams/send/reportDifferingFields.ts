import { withMismatchListener } from '../../base/codec/fieldMismatch.js'
import { shorten } from '../../base/codec/issues.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest } from '../../http/HttpRequest.js'

/** The maximum number of fields that are reported for a client, because programs can use any number of operations. */
const maxReported = 1000

const reportedByClient = /* @__PURE__ */ new WeakMap<object, Set<string>>()

/** The path to a resource on a page: the path of a field begins at its resource, even if a whole page is decoded. */
const pathOnPage = /^\/resources\/\*(?=\/)/

/**
 * Decodes an answer. Emits an event for each field whose value is not of the expected type and was kept or left out, once
 * for each client, operation and field, and only while `events$` has a subscriber.
 */
export const reportDifferingFields = <A>({ client, emit }: Connection, request: HttpRequest, decode: () => A): A =>
  withMismatchListener((place, expected) => {
    const path = place.replace(pathOnPage, '')
    const reported = reportedByClient.get(client) ?? new Set<string>()
    const key = `${path} ${request.operation}`
    if (reported.size >= maxReported || reported.has(key)) return
    emit(request, () => {
      reportedByClient.set(client, reported.add(key))
      return { _tag: 'FieldDiffers', path, expected: shorten(expected) }
    })
  }, decode)
