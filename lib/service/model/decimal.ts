import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Assumed } from '../../base/codec/assumed.js'
import type { DecodeError } from '../../base/error/DecodeError.js'
import {
  argumentIssue,
  type Digits,
  digitsOf,
  expectedAmount,
  withoutNoise,
  withoutZeros,
  writeDigits,
  wrongAmount,
} from './digits.js'
import { currencyDigits } from './minorUnits.js'

/**
 * The digits of an amount as it was sent. If it has more decimals than its currency, noise of binary arithmetic is
 * removed.
 */
const digitsIn = (amount: unknown, currency: unknown): Digits | undefined => {
  const exact = digitsOf(amount)
  const decimals = currencyDigits(currency)
  if (decimals === undefined || (exact !== undefined && exact.scale <= decimals)) return exact
  const rounded = withoutNoise(amount, decimals)
  return rounded === undefined ? exact : withoutZeros(rounded)
}

/**
 * Formats an amount as the decimal that the service sent: `-4.99`, never `1e-7` or `-0`. A decimal that was sent as a
 * string, such as `12.30`, is returned unchanged.
 *
 * A double can represent any 15 significant digits. `Left` for a number with more digits, such as `0.1 + 0.2` or 2^53;
 * for a number so close to 0 that a double has fewer digits; for a value that is not a finite number; and for a missing
 * amount, whose issue says `(missing)`.
 *
 * With the currency of the amount, the noise of binary arithmetic is removed: `0.1 + 0.2` is `0.3` in `EUR`. Noise is a
 * difference of less than a millionth of the currency's smallest unit. Beyond 15 significant digits, further digits are
 * noise as well if they are worth less than a tenth of that unit. Nothing else is rounded. With a currency that is not
 * in ISO 4217, nothing is removed; omit the currency for prices of shares.
 *
 * @example
 * import { decimal } from 'rxbank'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(decimal(-4.99), right('-4.99'))
 * assert.deepStrictEqual(decimal(1e-7), right('0.0000001'))
 * assert.deepStrictEqual(decimal(0.1 + 0.2)._tag, 'Left')
 * assert.deepStrictEqual(decimal(0.1 + 0.2, 'EUR'), right('0.3'))
 */
export const decimal = (
  amount: Assumed<number> | undefined,
  currency?: Assumed<string>,
): Either<DecodeError, string> => {
  const digits = digitsIn(amount, currency)
  return digits === undefined
    ? left(wrongAmount('decimal', [argumentIssue('/amount', expectedAmount, amount)]))
    : right(writeDigits(digits))
}
