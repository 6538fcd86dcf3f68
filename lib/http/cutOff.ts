import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { isCutJson } from '../codec/isCutJson.js'
import { type ParseFailure, parseJson } from '../codec/parseJson.js'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/** The failure of an answer that was cut off, with the code that Node has for it. */
export const cutOff = { code: 'ERR_STREAM_PREMATURE_CLOSE' } as const

/** The parsed JSON of answers that were checked for being complete, until it is read once. */
const parsed = new WeakMap<HttpResponse, Either<ParseFailure, unknown>>()

/** Whether whoever received an answer could see where it ends: he has then refused what ends before. */
const isLengthTold = ({ headers }: HttpResponse): boolean =>
  headers['content-length'] !== undefined || /\bchunked\b/i.test(headers['transfer-encoding'] ?? '')

/**
 * Whether an answer, which told no length, ends in the middle of its JSON: an end of the connection is then all that
 * there was to tell its end. One without a body, or whose body nobody looks at, never does.
 */
export const isCutOff = (response: HttpResponse, { ignoresBody }: HttpRequest): boolean => {
  if (ignoresBody === true || response.status === 204 || isLengthTold(response)) return false
  const json = parseJson(response.body)
  if (isLeft(json)) return isCutJson(response.body)
  parsed.set(response, json)
  return false
}

/** The JSON of an answer's body, for once: it is the caller's own. */
export const takeJson = (response: HttpResponse): Either<ParseFailure, unknown> => {
  const json = parsed.get(response)
  parsed.delete(response)
  return json ?? parseJson(response.body)
}
