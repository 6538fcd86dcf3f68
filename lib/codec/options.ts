import * as t from 'io-ts'
import { check } from './check.js'
import { maxIssues } from './issues.js'
import { nearest } from './nearest.js'

type Options<R extends t.Props, O extends t.Props> = { readonly [K in keyof R]: t.TypeOf<R[K]> } & {
  readonly [K in keyof O]?: t.TypeOf<O[K]>
}

/** The codec of an unknown option: it refuses every value, and its name suggests the most similar known option. */
const unknownOption = (key: string, known: ReadonlyArray<string>): t.Mixed => {
  const meant = nearest(key, known)
  return check(
    `nothing: an unknown option${meant === undefined ? '' : `; did you mean ${meant}?`}`,
    (_): _ is unknown => false,
  )
}

/**
 * The codec of options: fields that must be there, fields that may, and no others.
 *
 * All errors are reported together, up to ten issues. A field that is `undefined` counts as missing. The issue of an
 * unknown field suggests the most similar known one.
 *
 * @example
 * import { decode, options } from 'rxbank/codec'
 * import { left } from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 *
 * const config = options('config', { name: t.string }, { retries: t.number })
 * assert.deepStrictEqual(
 *   decode(config, { name: 'x', retris: 2 }),
 *   left([{ path: '/retris', expected: 'nothing: an unknown option; did you mean retries?' }]),
 * )
 */
export const options = <R extends t.Props, O extends t.Props>(
  name: string,
  required: R,
  optional: O,
): t.Type<Options<R, O>, unknown> => {
  const known = new Map<string, t.Mixed>([...Object.entries(required), ...Object.entries(optional)])
  const names = Array.from(known.keys())
  const isLeftOut = (key: string, value: unknown): boolean => value === undefined && Object.hasOwn(optional, key)

  return new t.Type(
    name,
    (u): u is Options<R, O> =>
      t.UnknownRecord.is(u) &&
      Object.keys(u).every((key) => known.has(key)) &&
      Array.from(known).every(([key, codec]) => isLeftOut(key, u[key]) || codec.is(u[key])),
    (u, context) => {
      if (!t.UnknownRecord.is(u)) return t.failure(u, context)
      const decoded: Record<string, unknown> = {}
      const errors: t.Errors = []
      for (const key of new Set([...names, ...Object.keys(u)])) {
        const value = u[key]
        if (isLeftOut(key, value)) continue
        const codec = known.get(key) ?? unknownOption(key, names)
        const result = codec.validate(value, t.appendContext(context, key, codec, value))
        if (result._tag === 'Left') for (const error of result.left) errors.push(error)
        else decoded[key] = result.right
        if (errors.length >= maxIssues) break
      }
      return errors.length > 0 ? t.failures(errors) : t.success(decoded as Options<R, O>)
    },
    t.identity,
  )
}
