import * as t from 'io-ts'
import { withDecoders } from './decoders.js'

/** Creates a codec from a type guard. Values that pass are not changed; `expected` is what an issue says was expected. */
export const guardCodec = <A>(expected: string, is: (u: unknown) => u is A): t.Type<A, A> => {
  const validate: t.Validate<unknown, A> = (u, context) => (is(u) ? t.success(u) : t.failure(u, context))
  return withDecoders(new t.Type(expected, is, validate, t.identity), {
    fast: (u) => (is(u) ? u : undefined),
    validate,
  })
}
