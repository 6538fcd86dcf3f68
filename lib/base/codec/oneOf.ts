import type * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'

/** One of a few values, such as `'next' or 'previous'`. */
export const oneOf = <A extends string | number>(...values: ReadonlyArray<A>): t.Type<A, A> => {
  const names = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const expected = [names.slice(0, -1).join(', '), ...names.slice(-1)].join(' or ')
  return guardCodec(expected, (u): u is A => values.includes(u as A))
}
