import type * as t from 'io-ts'
import { methodsCodec } from './methodsCodec.js'

/** The codec of an Observable, of any copy of RxJS; the type of its values is checked by the compiler only. */
export const observableCodec = <O>(expected: string): t.Type<O, O> => methodsCodec(expected, 'subscribe')
