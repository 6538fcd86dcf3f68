import * as t from 'io-ts'
import { withDecoders } from './decode.js'

/** Creates a codec from `read`, which returns the decoded value, or `undefined` for a value that it refuses. */
export const createCodec = <A, O>(
  name: string,
  is: t.Is<A>,
  read: (u: unknown) => A | undefined,
  encode: t.Encode<A, O>,
): t.Type<A, O> => {
  const validate: t.Validate<unknown, A> = (u, context) => {
    const decoded = read(u)
    return decoded === undefined ? t.failure(u, context) : t.success(decoded)
  }
  return withDecoders(new t.Type(name, is, validate, encode), { fast: read, validate })
}

/** Creates a codec from a type guard. Valid values are not changed; `expected` is the expectation in an issue. */
export const guardCodec = <A>(expected: string, is: (u: unknown) => u is A): t.Type<A, A> => {
  const validate: t.Validate<unknown, A> = (u, context) => (is(u) ? t.success(u) : t.failure(u, context))
  return withDecoders(new t.Type(expected, is, validate, t.identity), {
    fast: (u) => (is(u) ? u : undefined),
    validate,
  })
}

/** The codec of a function; its parameters and result are checked by the compiler only. */
export const functionCodec = <F extends (...args: never) => unknown>(expected: string): t.Type<F, F> =>
  guardCodec(expected, (u): u is F => typeof u === 'function')

/**
 * The codec of an object of any class that has these methods; their parameters and results are checked by the compiler
 * only.
 */
export const methodsCodec = <A>(expected: string, ...names: ReadonlyArray<string>): t.Type<A, A> =>
  guardCodec(
    expected,
    (u): u is A =>
      typeof u === 'object' &&
      u !== null &&
      names.every((name) => typeof (u as Readonly<Record<string, unknown>>)[name] === 'function'),
  )

/** The codec of an Observable, of any copy of RxJS; the type of its values is checked by the compiler only. */
export const observableCodec = <O>(expected: string): t.Type<O, O> => methodsCodec(expected, 'subscribe')

/** The codec of a field that is not allowed; `expected` says why. */
export const notAllowed = (expected: string) => guardCodec(expected, (_): _ is undefined => false)
