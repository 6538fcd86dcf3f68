import * as t from 'io-ts'

/** A codec for something that a check knows; `expected` is what an error says was expected. */
export const check = <A>(expected: string, is: (u: unknown) => u is A): t.Type<A, A, unknown> =>
  new t.Type(expected, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity)

const isNumber = (u: unknown): u is number => typeof u === 'number'

/** A whole number from `least` to `most`. */
export const integer = (least: number, most: number = Number.MAX_SAFE_INTEGER): t.Type<number, number, unknown> =>
  check(
    `a whole number ${most === Number.MAX_SAFE_INTEGER ? `of ${String(least)} or more` : `from ${String(least)} to ${String(most)}`}`,
    (u): u is number => Number.isSafeInteger(u) && isNumber(u) && u >= least && u <= most,
  )

/** Milliseconds: a finite number of `least` or more. */
export const milliseconds = (least: number): t.Type<number, number, unknown> =>
  check(`milliseconds, ${String(least)} or more`, (u): u is number => isNumber(u) && Number.isFinite(u) && u >= least)

/** A function; its types are the compiler's affair. */
export const fn = <F extends (...args: never) => unknown>(expected: string): t.Type<F, F, unknown> =>
  check(expected, (u): u is F => typeof u === 'function')

/** Something with a `subscribe` method. */
export const observable = <O>(expected: string): t.Type<O, O, unknown> =>
  check(
    expected,
    (u): u is O => typeof u === 'object' && u !== null && 'subscribe' in u && typeof u.subscribe === 'function',
  )

const distance = (a: string, b: string): number => {
  const row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    let diagonal = i - 1
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] ?? 0
      const substituted = diagonal + (a[i - 1]?.toLowerCase() === b[j - 1]?.toLowerCase() ? 0 : 1)
      row[j] = Math.min(above + 1, (row[j - 1] ?? 0) + 1, substituted)
      diagonal = above
    }
  }
  return row[b.length] ?? 0
}

const nearest = (word: string, words: ReadonlyArray<string>): string | undefined =>
  words
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= Math.max(1, candidate.length / 3))
    .sort((a, b) => a.far - b.far)[0]?.candidate

type Optional<P extends t.Props> = { readonly [K in keyof P]?: t.TypeOf<P[K]> }
type Required<P extends t.Props> = { readonly [K in keyof P]: t.TypeOf<P[K]> }

/**
 * A codec for options: fields that must be there, fields that may, and no others. A field that it does not know is an
 * error which suggests the nearest one that it does.
 */
export const options = <R extends t.Props, O extends t.Props>(
  name: string,
  required: R,
  optional: O,
): t.Type<Required<R> & Optional<O>, unknown, unknown> => {
  const known = [...Object.keys(required), ...Object.keys(optional)]
  return new t.Type(
    name,
    (u): u is Required<R> & Optional<O> => typeof u === 'object' && u !== null,
    (u, context) => {
      if (!t.UnknownRecord.is(u)) return t.failure(u, context)
      const decoded: Record<string, unknown> = {}
      const errors: t.Errors = []
      const validate = (key: string, codec: t.Mixed): void => {
        const value = codec.validate(u[key], t.appendContext(context, key, codec, u[key]))
        if (value._tag === 'Left') errors.push(...value.left)
        else decoded[key] = value.right
      }
      for (const [key, codec] of Object.entries(required)) validate(key, codec)
      for (const [key, codec] of Object.entries(optional)) if (u[key] !== undefined) validate(key, codec)
      for (const key of Object.keys(u).filter((candidate) => !known.includes(candidate))) {
        const meant = nearest(key, known)
        const expected = `nothing: an unknown option${meant === undefined ? '' : `; did you mean ${meant}?`}`
        errors.push(...unknownField(u[key], t.appendContext(context, key, t.never, u[key]), expected))
      }
      return errors.length > 0 ? t.failures(errors) : t.success(decoded as Required<R> & Optional<O>)
    },
    t.identity,
  )
}

const unknownField = (value: unknown, context: t.Context, expected: string): t.Errors => {
  const last = context[context.length - 1]
  const named = last === undefined ? context : [...context.slice(0, -1), { ...last, type: check(expected, t.never.is) }]
  return [{ value, context: named, message: expected }]
}
