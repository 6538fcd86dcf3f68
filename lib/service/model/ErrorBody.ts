import { isLeft } from 'fp-ts/lib/Either.js'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { ErrorCode } from '../../base/error/StatusError.js'
import { redact, type Redacted } from '../../base/Redacted.js'

const maxCodes = 10
/** A short code of letters, such as `invalid_request`. */
const word = /^(?=.{1,64}$)[a-z]+([_.:-][a-z]+)*$/i
const path = /^(?=.{1,64}$)[a-z]+([_.-][a-z]+|\[\d{1,3}\])*$/i

/** Whether a value is a string of this form. */
const matches = (u: unknown, form: RegExp): u is string => typeof u === 'string' && form.test(u)

const toCode = (u: unknown): ReadonlyArray<ErrorCode> => {
  if (!object.is(u)) return []
  const { type, property } = u
  const code = u.code ?? type
  return matches(code, word) ? [{ code, ...(matches(property, path) && { property }) }] : []
}

/**
 * The codes of an error's body, ten at most: from its list `errors`, otherwise from its own `code` or `type`. Only
 * short codes of letters are accepted, because the fields could contain a token or a cursor.
 */
export const errorCodes = (body: { readonly errors?: unknown }): ReadonlyArray<ErrorCode> =>
  (Array.isArray(body.errors) ? (body.errors.slice(0, maxCodes) as ReadonlyArray<unknown>) : [body]).flatMap(toCode)

/** The body of an error response. */
export interface ErrorBody {
  /**
   * The error code, from the field `type` or `code`. Only a short code of letters is accepted, because the field could
   * contain a token or a cursor.
   */
  readonly type: Option<string>
  /** The message for a person. It is redacted, because it may quote the request, and truncated to 1000 characters. */
  readonly message: Option<Redacted<string>>
  /** The codes of all errors in the body, ten at most. */
  readonly codes: ReadonlyArray<ErrorCode>
}

const maxBodyLength = 65536
const maxMessageLength = 1000

const toWord = (u: unknown): Option<string> => (matches(u, word) ? some(u) : none)

const toMessage = (u: unknown): Option<Redacted<string>> =>
  typeof u === 'string' && u !== '' ? some(redact(u.slice(0, maxMessageLength))) : none

/**
 * Reads the body of an error. Never throws; anything that it cannot read is `None`.
 *
 * It does not read HTML, an empty string, or anything longer than 65,536 characters.
 *
 * If there is a list `errors`, as of 2025-01-15, it reads the first error; seen in clients' code.
 *
 * - `type`: from `type`, otherwise from `code`; assumed.
 * - `message`: from `message`; it is documented, but its position in the body is assumed.
 */
export const errorBody = (text: string): Option<ErrorBody> => {
  if (text.length > maxBodyLength) return none
  const json = parseJson(text)
  if (isLeft(json) || !object.is(json.right)) return none
  const { errors } = json.right
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const { type, code, message } = object.is(first) ? first : json.right
  const body = { type: toWord(type ?? code), message: toMessage(message), codes: errorCodes(json.right) }
  const isEmpty = body.type._tag === 'None' && body.message._tag === 'None' && body.codes.length === 0
  return isEmpty ? none : some(body)
}
