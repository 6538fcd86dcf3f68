import type * as t from 'io-ts'
import { check } from './check.js'

/** An object, of whatever class, that has these methods; what they take and give is the compiler's affair. */
export const methods = <A>(expected: string, ...names: ReadonlyArray<string>): t.Type<A, A> =>
  check(
    expected,
    (u): u is A =>
      typeof u === 'object' &&
      u !== null &&
      names.every((name) => typeof (u as Readonly<Record<string, unknown>>)[name] === 'function'),
  )
