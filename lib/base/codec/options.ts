import * as t from 'io-ts'
import { notAllowed } from './guardCodec.js'
import { maxIssues } from './issues.js'

/** The edit distance of two words: how many characters must be inserted, deleted or replaced, ignoring case. */
const distance = (from: string, to: string): number => {
  const letters = Array.from(to.toLowerCase())
  let row = letters.map((_, index) => index + 1)
  Array.from(from.toLowerCase()).forEach((letter, index) => {
    let left = index + 1
    let diagonal = index
    row = row.map((previous, column) => {
      left = Math.min(previous + 1, left + 1, diagonal + (letter === letters[column] ? 0 : 1))
      diagonal = previous
      return left
    })
  })
  return row.at(-1) ?? 0
}

/** Whether a word at this distance may be a misspelling of `word`. Two swapped letters count as two replacements. */
const isNear = (edits: number, word: string): boolean => Math.abs(edits) <= Math.ceil(word.length / 3)

/**
 * The most similar of `words`, if `word` may be a misspelling of it; else `undefined`.
 *
 * @example
 * import { nearest } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(nearest('bnaks', ['accounts', 'banks', 'items']), 'banks')
 * assert.deepStrictEqual(nearest('users', ['accounts', 'banks', 'items']), undefined)
 */
export const nearest = (word: string, words: ReadonlyArray<string>): string | undefined =>
  words
    .filter(
      (candidate) => isNear(candidate.length - word.length, candidate) && isNear(distance(word, candidate), candidate),
    )
    .sort((a, b) => distance(word, a) - distance(word, b))[0]

/** Names that options have in other libraries, and their names here. */
const foreignOptionNames: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    url: 'baseUrl',
    apiKey: 'clientId',
    app: 'application',
    interval: 'every',
    max: 'count',
    maxRetries: 'retry',
    retries: 'retry',
    pageSize: 'limit',
    timeout: 'within',
    window: 'per',
  }),
)

type Options<R extends t.Props, O extends t.Props> = { readonly [K in keyof R]: t.TypeOf<R[K]> } & {
  readonly [K in keyof O]?: t.TypeOf<O[K]>
}

const suggestion = (name = ''): string => name && `; did you mean ${name}?`

/**
 * The codec of options: required and optional fields, and no others.
 *
 * All errors are reported together, up to ten issues. A field that is `undefined` counts as missing. For an unknown
 * field, the issue suggests the most similar option, or the option that has this name in other libraries.
 *
 * @example
 * import { decode, options } from 'rxbank/codec'
 * import { left } from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 *
 * const config = options('config', { name: t.string }, { retries: t.number })
 * assert.deepStrictEqual(
 *   decode(config, { name: 'x', retris: 2 }),
 *   left([{ path: '/retris', expected: 'no such option; did you mean retries?' }]),
 * )
 */
export const options = <R extends t.Props, O extends t.Props>(
  name: string,
  required: R,
  optional: O,
): t.Type<Options<R, O>, unknown> => {
  const codecs = new Map<string, t.Mixed>([...Object.entries(required), ...Object.entries(optional)])
  const keysOf = (u: object): ReadonlyArray<string> => Array.from(new Set([...codecs.keys(), ...Object.keys(u)]))
  const isOmitted = (key: string, value: unknown): boolean => value === undefined && Object.hasOwn(optional, key)

  return new t.Type(
    name,
    (u): u is Options<R, O> =>
      t.UnknownRecord.is(u) && keysOf(u).every((key) => isOmitted(key, u[key]) || codecs.get(key)?.is(u[key]) === true),
    (u, context) => {
      if (!t.UnknownRecord.is(u)) return t.failure(u, context)
      const decoded: Record<string, unknown> = {}
      const errors: t.Errors = []
      for (const key of keysOf(u)) {
        const value = u[key]
        if (isOmitted(key, value)) continue
        const knownCodec = codecs.get(key)
        const codec: t.Mixed =
          knownCodec ??
          notAllowed('no such option' + suggestion(nearest(foreignOptionNames.get(key) ?? key, keysOf({}))))
        // The issue of an unknown option must not say that it is missing, even if its value is `undefined`.
        const result = codec.validate(value, t.appendContext(context, key, codec, knownCodec ? value : key))
        if (result._tag === 'Left') for (const error of result.left) errors.push(error)
        else decoded[key] = result.right
        if (errors.length >= maxIssues) break
      }
      return errors.length > 0 ? t.failures(errors) : t.success(decoded as Options<R, O>)
    },
    t.identity,
  )
}
