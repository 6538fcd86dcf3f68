import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Assumed } from '../codec/assumed.js'
import type { DecodeError } from '../error/DecodeError.js'
import { digitsOf, expectedAmount, writeDigits } from './digits.js'
import { wrongAmount } from './wrongAmount.js'

/**
 * Writes an amount as the decimal that the service sent: `-4.99`, never `1e-7` or `-0`.
 *
 * A double can represent any 15 significant digits. Nothing is rounded: a number with more digits, such as `0.1 + 0.2`
 * or 2^53, is a `Left`, and so are a number so near to 0 that a double has fewer digits and what is not a finite number.
 *
 * @example
 * import { decimal } from 'rxbank'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(decimal(-4.99), right('-4.99'))
 * assert.deepStrictEqual(decimal(1e-7), right('0.0000001'))
 * assert.deepStrictEqual(decimal(0.1 + 0.2)._tag, 'Left')
 */
export const decimal = (amount: Assumed<number> | undefined): Either<DecodeError, string> => {
  const digits = digitsOf(amount)
  return digits === undefined
    ? left(wrongAmount('decimal', [{ path: '/amount', expected: expectedAmount }]))
    : right(writeDigits(digits))
}
