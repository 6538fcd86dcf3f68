import type * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'

/** The codec of a function; its parameters and result are checked by the compiler only. */
export const functionCodec = <F extends (...args: never) => unknown>(expected: string): t.Type<F, F> =>
  guardCodec(expected, (u): u is F => typeof u === 'function')
