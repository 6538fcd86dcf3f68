import type * as t from 'io-ts'
import { check } from './check.js'

/** A function; what it takes and gives is the compiler's affair. */
export const fn = <F extends (...args: never) => unknown>(expected: string): t.Type<F, F> =>
  check(expected, (u): u is F => typeof u === 'function')
