import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { object } from '../base/codec/object.js'
import { isTruncatedJson, type ParseFailure, parseJson } from '../base/codec/parseJson.js'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/** The failure of a truncated response, with Node's code for a connection that closes too soon. */
export const cutOffFailure = { code: 'ERR_STREAM_PREMATURE_CLOSE' } as const

/** The parsed JSON of responses whose form was checked, but which are not decoded yet. */
const parsedJson = new WeakMap<HttpResponse, Either<ParseFailure, unknown>>()

/** Whether the headers declare the length of the body. If so, the transport notices a truncated body. */
const hasDeclaredLength = ({ headers }: HttpResponse): boolean =>
  headers['content-length'] !== undefined || /\bchunked\b/i.test(headers['transfer-encoding'] ?? '')

/** Parses the body of a response, and stores the result for {@link takeJson}. */
const peekJson = (response: HttpResponse): Either<ParseFailure, unknown> => {
  const json = parsedJson.get(response) ?? parseJson(response.body)
  parsedJson.set(response, json)
  return json
}

/**
 * Whether a response without a declared length has truncated JSON, because the connection closed too soon. `false` if
 * there is no body, or if the body is ignored.
 */
export const isCutOff = (response: HttpResponse, { ignoresBody }: HttpRequest): boolean =>
  ignoresBody !== true &&
  response.status !== 204 &&
  !hasDeclaredLength(response) &&
  isLeft(peekJson(response)) &&
  isTruncatedJson(response.body)

/** Parses the body of a response. Each call returns a new value, so the caller may change it. */
export const takeJson = (response: HttpResponse): Either<ParseFailure, unknown> => {
  const json = parsedJson.get(response)
  parsedJson.delete(response)
  return json ?? parseJson(response.body)
}

/** Whether a text looks like HTML or XML. */
const isMarkup = (text: string): boolean => /^\ufeff?\s*</.test(text)

/** Whether a status is a success: 200 to 299. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300
/** Whether a status is an error of the service: 400 to 599 except 407, which only a proxy sends. */
const isError = (status: number): boolean => status >= 400 && status < 600 && status !== 407

const failureOf = (response: HttpResponse): ParseFailure | undefined => {
  const json = peekJson(response)
  return isLeft(json) ? json.left : undefined
}

const isErrorBody = (body: string): boolean => {
  if (body.trim() === '') return true
  const json = parseJson(body)
  return !isLeft(json) && object.is(json.right)
}

/**
 * Why a response does not have the form of the service's responses; `undefined` if it does. A response in another form
 * was truncated, or came from an intermediary, such as a proxy, a firewall or a portal. It means nothing for the
 * request, and a later attempt may reach the service.
 *
 * In all profiles the service's responses have these forms:
 *
 * - a success: JSON; if the body is ignored, anything except HTML or XML.
 * - a status of 400 or more, except 407: a JSON object, or no body.
 *
 * It never redirects. A 401 through a gateway may have any body, because the app may respond instead of the gateway if
 * nobody is logged in.
 */
export const formFailure = (
  response: HttpResponse,
  { ignoresBody, cookies }: Pick<HttpRequest, 'ignoresBody' | 'cookies'>,
): ParseFailure | undefined => {
  const { status, body } = response
  if (isSuccess(status)) {
    if (ignoresBody !== true) return failureOf(response)
    return isMarkup(body) ? 'not-json' : undefined
  }
  const isLoginResponse = status === 401 && cookies === true
  return isLoginResponse || (isError(status) && isErrorBody(body)) ? undefined : 'not-json'
}

/** The media type of a response, such as `text/html`, in lower case; `None` if it is missing or malformed. */
export const mediaType = ({ headers }: HttpResponse): Option<string> => {
  const [type = ''] = String(headers['content-type']).split(';', 1)
  const name = type.trim().toLowerCase()
  return /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}$/.test(name) ? some(name) : none
}
