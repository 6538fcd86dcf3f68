import * as t from 'io-ts'
import { foreignOptionNames } from './foreignOptionNames.js'
import { maxIssues } from './issues.js'
import { nearest } from './nearest.js'
import { notAllowed } from './notAllowed.js'

type Options<R extends t.Props, O extends t.Props> = { readonly [K in keyof R]: t.TypeOf<R[K]> } & {
  readonly [K in keyof O]?: t.TypeOf<O[K]>
}

const suggestion = (name = ''): string => name && `; did you mean ${name}?`

/**
 * The codec of options: required and optional fields, and no others.
 *
 * All errors are reported together, up to ten issues. A field that is `undefined` counts as missing. For an unknown field,
 * the issue suggests the most similar option, or the option that has this name in other libraries.
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
