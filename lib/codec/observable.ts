import type * as t from 'io-ts'
import { check } from './check.js'
import { fn } from './fn.js'

const subscribe = fn('subscribe')

/** Something that can be subscribed to, of any copy of RxJS; what it emits is the compiler's affair. */
export const observable = <O>(expected: string): t.Type<O, O> =>
  check(expected, (u): u is O => typeof u === 'object' && u !== null && 'subscribe' in u && subscribe.is(u.subscribe))
