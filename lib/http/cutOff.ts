import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { isTruncatedJson } from '../base/codec/isTruncatedJson.js'
import { type ParseFailure, parseJson } from '../base/codec/parseJson.js'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/** The failure of an answer that was cut off, with the code that Node has for a connection that closes too soon. */
export const cutOffFailure = { code: 'ERR_STREAM_PREMATURE_CLOSE' } as const

/** The JSON of answers that was parsed to check them, kept until it is read. */
const parsed = new WeakMap<HttpResponse, Either<ParseFailure, unknown>>()

/** Whether headers declare the length of the body, in which case the transport itself notices a body that is cut off. */
const hasDeclaredLength = ({ headers }: HttpResponse): boolean =>
  headers['content-length'] !== undefined || /\bchunked\b/i.test(headers['transfer-encoding'] ?? '')

/** Parses the body of an answer, and keeps the result for {@link takeJson}. */
export const peekJson = (response: HttpResponse): Either<ParseFailure, unknown> => {
  const json = parsed.get(response) ?? parseJson(response.body)
  parsed.set(response, json)
  return json
}

/**
 * Whether an answer without a declared length ends in the middle of its JSON, because its connection was closed too soon.
 * `false` for an answer without a body, or whose body is not read.
 */
export const isCutOff = (response: HttpResponse, { ignoresBody }: HttpRequest): boolean =>
  ignoresBody !== true &&
  response.status !== 204 &&
  !hasDeclaredLength(response) &&
  isLeft(peekJson(response)) &&
  isTruncatedJson(response.body)

/** Parses the body of an answer. A value is returned only once, so that the caller owns it. */
export const takeJson = (response: HttpResponse): Either<ParseFailure, unknown> => {
  const json = parsed.get(response)
  parsed.delete(response)
  return json ?? parseJson(response.body)
}
