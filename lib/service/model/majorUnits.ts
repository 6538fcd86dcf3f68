import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Assumed } from '../../base/codec/assumed.js'
import type { Issue } from '../../base/codec/issues.js'
import type { DecodeError } from '../../base/error/DecodeError.js'
import { currencyDigits } from './currencyDigits.js'
import { writeDigits } from './digits.js'
import { expectedCurrency } from './minorUnits.js'
import { argumentIssue, wrongAmount } from './wrongAmount.js'

const isBigint = (u: unknown): boolean => typeof u === 'bigint'

/**
 * Writes a number of minor units, or a sum of them, as a decimal with all the decimals of its currency: the inverse of
 * {@link minorUnits}. `Left` for a currency that ISO 4217 does not know, and for a value that is not a `bigint`.
 *
 * @example
 * import { majorUnits } from 'rxbank'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(majorUnits(-499n - 1n, 'EUR'), right('-5.00'))
 */
export const majorUnits = (units: bigint, currency: Assumed<string> | undefined): Either<DecodeError, string> => {
  const decimals = currencyDigits(currency)
  const issues: Array<Issue> = []
  if (!isBigint(units)) issues.push(argumentIssue('/units', 'a bigint', units))
  if (decimals === undefined) issues.push(argumentIssue('/currency', expectedCurrency, currency))
  if (issues.length > 0 || decimals === undefined) return left(wrongAmount('majorUnits', issues))
  const isNegative = units < 0n
  const digits = String(isNegative ? -units : units)
  return right(writeDigits({ sign: isNegative ? '-' : '', digits, scale: decimals }))
}
