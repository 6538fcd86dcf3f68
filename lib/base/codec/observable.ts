import type * as t from 'io-ts'
import { methods } from './methods.js'

/** The codec of an Observable, of any copy of RxJS; the type of its values is checked by the compiler only. */
export const observable = <O>(expected: string): t.Type<O, O> => methods(expected, 'subscribe')
