import { shorten, withMismatchListener } from '../../base/codec/issues.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest } from '../../http/HttpRequest.js'

/** The maximum number of reported fields of a client, because a program can use any number of operations. */
const maxReported = 1000

const reportedByClient = /* @__PURE__ */ new WeakMap<object, Set<string>>()

/** The path from a page to a resource. It is removed, so that the path of a field always begins at its resource. */
const pathOnPage = /^\/resources\/\*(?=\/)/

/**
 * Decodes an answer, and emits `FieldMismatch` for each field whose value has another type than expected: once for each
 * client, operation and field, and only while `events$` has a subscriber.
 */
export const reportDifferingFields = <A>({ client, emit }: Connection, request: HttpRequest, decode: () => A): A =>
  withMismatchListener((place, expected) => {
    const path = place.replace(pathOnPage, '')
    const reported = reportedByClient.get(client) ?? new Set<string>()
    const key = `${path} ${request.operation}`
    if (reported.size >= maxReported || reported.has(key)) return
    emit(request, () => {
      reportedByClient.set(client, reported.add(key))
      return { _tag: 'FieldMismatch', path, expected: shorten(expected) }
    })
  }, decode)
