import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { type FastDecoder, registeredDecoders, withoutFast } from '../../base/codec/decoders.js'
import { noContent } from '../../base/codec/noContent.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { takeJson } from '../../http/cutOff.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'

/** Decodes a value from an answer; throws a `DecodeError` that names the wrong paths. */
export const decodeValue = <A>(codec: t.Decoder<unknown, A>, value: unknown, request: HttpRequest): A => {
  const decoded = decode(codec, value)
  if (isLeft(decoded)) throw new DecodeError({ ...request, reason: 'shape', issues: decoded.left })
  return decoded.right
}

/** Parses the body of an answer; throws a `DecodeError` if it is not JSON. */
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

/** The decoded answer to a request; for `noContent` the body is ignored. */
export const decodeResponse = <A>(codec: t.Decoder<unknown, A>, response: HttpResponse, request: HttpRequest): A =>
  Object.is(codec, noContent)
    ? decodeValue(codec, undefined, request)
    : decodeBody(codec, parseBody(response, request), response, request)
