import type * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'

/**
 * The codec of an object of any class that has these methods; their parameters and results are checked by the compiler
 * only.
 */
export const methodsCodec = <A>(expected: string, ...names: ReadonlyArray<string>): t.Type<A, A> =>
  guardCodec(
    expected,
    (u): u is A =>
      typeof u === 'object' &&
      u !== null &&
      names.every((name) => typeof (u as Readonly<Record<string, unknown>>)[name] === 'function'),
  )
