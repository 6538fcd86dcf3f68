import * as t from 'io-ts'
import { createCodec } from './guardCodec.js'

const isId = (u: unknown): u is number => Number.isSafeInteger(u) && (u as number) >= 0

const canonical = /^(?:0|[1-9]\d{0,15})$/

/**
 * The id of a resource: an integer from 0 to 2^53 - 1, or a string of its digits.
 *
 * A string is converted if JavaScript prints the number in the same way: `'42'`, but not `'042'`, `'+42'`, `' 42'` or
 * `'42.0'`, so that the id in a path equals the received id. Larger numbers are refused, because rounding could make
 * two ids equal.
 *
 * @example
 * import { id } from 'rxbank/codec'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(id.decode('1000013123932'), right(1000013123932))
 * assert.deepStrictEqual(id.is(2 ** 53), false)
 */
export const id: t.Type<number, number> = createCodec(
  'id',
  isId,
  (u) => {
    const value = typeof u === 'string' && canonical.test(u) ? Number(u) : u
    return isId(value) ? value : undefined
  },
  t.identity,
)
