import { type Either, left, right } from 'fp-ts/lib/Either.js'

const closing: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['{', '}'],
  ['[', ']'],
])

/**
 * Whether a text is truncated JSON: it is empty, or brackets or quotes are not closed. Other errors are not detected.
 * Takes linear time, however deeply the text is nested.
 */
export const isTruncatedJson = (text: string): boolean => {
  if (!/^\ufeff?\s*(?:[[{]|$)/.test(text)) return false
  const expectedClosings: Array<string | undefined> = []
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (isInString) {
      if (character === '\\') index++
      isInString = character !== '"'
    } else if (character === '"') isInString = true
    else if (closing.has(character)) expectedClosings.push(closing.get(character))
    else if (
      (character === '}' || character === ']') &&
      (expectedClosings.pop() !== character || expectedClosings.length === 0)
    )
      return false
  }
  return true
}

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
