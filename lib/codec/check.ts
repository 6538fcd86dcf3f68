import * as t from 'io-ts'
import { withPaths } from './paths.js'

/** The codec of what a check knows, and leaves as it is; `expected` is what an issue says was expected. */
export const check = <A>(expected: string, is: (u: unknown) => u is A): t.Type<A, A> => {
  const plain: t.Validate<unknown, A> = (u, context) => (is(u) ? t.success(u) : t.failure(u, context))
  return withPaths(new t.Type(expected, is, plain, t.identity), { fast: (u) => (is(u) ? u : undefined), plain })
}
