import type * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'

/** The host names that always mean this machine. */
export const localHostName = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The characters that `URL` removes, replaces or reinterprets: controls, spaces, invisible characters, backslashes. */
const alteredCharacters = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u

/** Whether a text has characters that `URL` would change. */
export const isAltered = (text: string): boolean => alteredCharacters.test(text)

/** A scheme that is not followed by exactly two slashes. `URL` corrects the slashes, other parsers do not. */
const wrongSlashes = /^(?:https?|wss?|ftp):(?!\/\/[^/])/i

/** Whether a text has fewer or more than two slashes after its scheme. */
export const hasWrongSlashes = (text: string): boolean => wrongSlashes.test(text)

/**
 * Parses a URL; `undefined` if it has credentials, or characters that `URL` would add, remove or replace. For example, `URL`
 * accepts a line break, which would start another line in a header.
 */
export const exactUrl = (text: unknown, base?: string): URL | undefined => {
  if (typeof text !== 'string' || isAltered(text) || hasWrongSlashes(text) || !URL.canParse(text, base))
    return undefined
  const url = new URL(text, base)
  return url.username === '' && url.password === '' ? url : undefined
}

const shape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * A UUID of any version, as a string in upper or lower case, which is kept.
 *
 * @example
 * import { uuid } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(uuid.is('c2a26c9e-dc23-4f67-b887-bbae0f26c415'), true)
 * assert.deepStrictEqual(uuid.is('c2a26c9e'), false)
 */
export const uuid = /* @__PURE__ */ guardCodec('UUID', (u): u is string => typeof u === 'string' && shape.test(u))

/** One of a few values, such as `'next' or 'previous'`. */
export const oneOf = <A extends string | number>(...values: ReadonlyArray<A>): t.Type<A, A> => {
  const names = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const expected = [names.slice(0, -1).join(', '), ...names.slice(-1)].join(' or ')
  return guardCodec(expected, (u): u is A => values.includes(u as A))
}

/** A text of at least one character. */
export const nonEmpty = /* @__PURE__ */ guardCodec(
  'a string that is not empty',
  (u): u is string => typeof u === 'string' && u !== '',
)
