import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { isTruncatedJson, type ParseFailure, parseJson } from '../base/codec/parseJson.js'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/** The failure of an answer that was cut off, with Node's code for a connection that closes too soon. */
export const cutOffFailure = { code: 'ERR_STREAM_PREMATURE_CLOSE' } as const

/** The parsed JSON of answers whose form was checked, but which nothing has decoded yet. */
const parsedJson = new WeakMap<HttpResponse, Either<ParseFailure, unknown>>()

/** Whether the headers declare the length of the body. If so, the transport notices a body that is cut off. */
const hasDeclaredLength = ({ headers }: HttpResponse): boolean =>
  headers['content-length'] !== undefined || /\bchunked\b/i.test(headers['transfer-encoding'] ?? '')

/** Parses the body of an answer, and stores the result for {@link takeJson}. */
export const peekJson = (response: HttpResponse): Either<ParseFailure, unknown> => {
  const json = parsedJson.get(response) ?? parseJson(response.body)
  parsedJson.set(response, json)
  return json
}

/**
 * Whether an answer without a declared length ends in the middle of its JSON, because the connection closed too soon.
 * `false` if there is no body, or if the body is ignored.
 */
export const isCutOff = (response: HttpResponse, { ignoresBody }: HttpRequest): boolean =>
  ignoresBody !== true &&
  response.status !== 204 &&
  !hasDeclaredLength(response) &&
  isLeft(peekJson(response)) &&
  isTruncatedJson(response.body)

/** Parses the body of an answer. Each call returns a new value, so the caller may change it. */
export const takeJson = (response: HttpResponse): Either<ParseFailure, unknown> => {
  const json = parsedJson.get(response)
  parsedJson.delete(response)
  return json ?? parseJson(response.body)
}
