import type * as t from 'io-ts'
import { methods } from './methods.js'

/** Something that can be subscribed to, of any copy of RxJS; what it emits is the compiler's affair. */
export const observable = <O>(expected: string): t.Type<O, O> => methods(expected, 'subscribe')
