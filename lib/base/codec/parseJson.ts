import { type Either, left, right } from 'fp-ts/lib/Either.js'

/** Why a text could not be parsed. */
export type ParseFailure = 'empty' | 'not-json'

/**
 * Parses a text as JSON. It never throws, and a failure contains no part of the text.
 *
 * A byte order mark before the text is ignored. A text of only white space is `empty`.
 *
 * @example
 * import { parseJson } from 'rxbank/codec'
 * import { left, right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(parseJson('{"id":1}'), right({ id: 1 }))
 * assert.deepStrictEqual(parseJson(''), left('empty'))
 * assert.deepStrictEqual(parseJson('<html>'), left('not-json'))
 */
export const parseJson = (text: string): Either<ParseFailure, unknown> => {
  try {
    return right(JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown)
  } catch {
    return left(text.trim() === '' ? 'empty' : 'not-json')
  }
}
