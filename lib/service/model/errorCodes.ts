import { object } from '../../base/codec/object.js'
import type { ErrorCode } from '../../base/error/SupportFacts.js'

const maxCodes = 10
/** A short word of letters, such as `invalid_request`. */
export const word = /^(?=.{1,64}$)[a-z]+([_.:-][a-z]+)*$/i
const path = /^(?=.{1,64}$)[a-z]+([_.-][a-z]+|\[\d{1,3}\])*$/i

/** Whether a value is a string of this form. */
export const matches = (u: unknown, form: RegExp): u is string => typeof u === 'string' && form.test(u)

const toCode = (u: unknown): ReadonlyArray<ErrorCode> => {
  if (!object.is(u)) return []
  const { type, property } = u
  const code = u.code ?? type
  return matches(code, word) ? [{ code, ...(matches(property, path) && { property }) }] : []
}

/**
 * The codes of an error's body, ten at most: those of its list `errors`, otherwise its own `code` or `type`. Only short
 * words of letters are accepted, because the fields could contain a token or a cursor.
 */
export const errorCodes = (body: { readonly errors?: unknown }): ReadonlyArray<ErrorCode> =>
  (Array.isArray(body.errors) ? (body.errors.slice(0, maxCodes) as ReadonlyArray<unknown>) : [body]).flatMap(toCode)
