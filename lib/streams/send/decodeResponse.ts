import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode, type FastDecoder, registeredDecoders, withoutFast } from '../../base/codec/decode.js'
import { shorten, withMismatchListener } from '../../base/codec/issues.js'
import { noContent } from '../../base/codec/noContent.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { takeJson } from '../../http/serviceForm.js'

/** The maximum number of reported fields of a client, because a program can use any number of operations. */
const maxReported = 1000

const reportedByClient = /* @__PURE__ */ new WeakMap<object, Set<string>>()

/** The path from a page to a resource. It is removed, so that the path of a field always begins at its resource. */
const pathOnPage = /^\/resources\/\*(?=\/)/

/**
 * Decodes a response, and emits `FieldMismatch` for each field whose value has an unexpected type: once for each
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

/** Decodes a value from a response; throws a `DecodeError` that names the wrong paths. */
export const decodeValue = <A>(codec: t.Decoder<unknown, A>, value: unknown, request: HttpRequest): A => {
  const decoded = decode(codec, value)
  if (isLeft(decoded)) throw new DecodeError({ ...request, reason: 'shape', issues: decoded.left })
  return decoded.right
}

/** Parses the body of a response; throws a `DecodeError` if it is not JSON. */
export const parseBody = (response: HttpResponse, request: HttpRequest): unknown => {
  const parsed = takeJson(response)
  if (isLeft(parsed)) throw new DecodeError({ ...request, reason: parsed.left })
  return parsed.right
}

/** The result of the fast decoder; `undefined` if it overflows the stack, so that `validate` reports the error. */
const tryFast = (fast: FastDecoder, body: unknown): unknown => {
  try {
    return fast(body, true)
  } catch {
    return undefined
  }
}

/** Decodes a parsed body, which it may change: nothing else may refer to the body. */
export const decodeBody = <A>(
  codec: t.Decoder<unknown, A>,
  body: unknown,
  response: HttpResponse,
  request: HttpRequest,
): A => {
  const decoders = registeredDecoders(codec)
  if (decoders === undefined) return decodeValue(codec, body, request)
  const decoded = tryFast(decoders.fast, body)
  // The fast decoder may have changed the body before it refused it. So the body is parsed again for `validate`, which
  // reports the errors.
  return decoded === undefined
    ? decodeValue(withoutFast(codec, decoders), parseBody(response, request), request)
    : (decoded as A)
}

/** The decoded response to a request; for `noContent` the body is ignored. */
export const decodeResponse = <A>(codec: t.Decoder<unknown, A>, response: HttpResponse, request: HttpRequest): A =>
  Object.is(codec, noContent)
    ? decodeValue(codec, undefined, request)
    : decodeBody(codec, parseBody(response, request), response, request)
