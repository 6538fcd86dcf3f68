import * as t from 'io-ts'

/** The codec of what a check knows, and leaves as it is; `expected` is what an issue says was expected. */
export const check = <A>(expected: string, is: (u: unknown) => u is A): t.Type<A, A> =>
  new t.Type(expected, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity)
