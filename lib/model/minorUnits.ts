import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Assumed } from '../codec/assumed.js'
import type { Issue } from '../codec/issues.js'
import type { DecodeError } from '../error/DecodeError.js'
import { currencyDigits } from './currencyDigits.js'
import { digitsOf, expectedAmount } from './digits.js'
import { wrongAmount } from './wrongAmount.js'

/**
 * @internal The expectation in the issue of an unknown currency.
 */
export const expectedCurrency = 'a currency of ISO 4217 that has a minor unit'

/**
 * An amount in the minor unit of its currency, such as cents: a `bigint`, whose sums are exact however long they are.
 *
 * ISO 4217 says how many decimals that is: 2 for `EUR`, none for `JPY`, 3 for `KWD`. `Left` for a currency that is not in
 * ISO 4217 or not in capitals; for an amount with more decimals than its currency has; and for a value for which
 * {@link decimal} is a `Left`, such as one that is not a number. Nothing is rounded. Prices of shares may have more
 * decimals: write these with `decimal`.
 *
 * @example
 * import { minorUnits } from 'rxbank'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(minorUnits(-4.99, 'EUR'), right(-499n))
 * assert.deepStrictEqual(minorUnits(1200, 'JPY'), right(1200n))
 * assert.deepStrictEqual(minorUnits(4.995, 'EUR')._tag, 'Left')
 */
export const minorUnits = (
  amount: Assumed<number> | undefined,
  currency: Assumed<string> | undefined,
): Either<DecodeError, bigint> => {
  const digits = digitsOf(amount)
  const decimals = currencyDigits(currency)
  const issues: Array<Issue> = []
  if (digits === undefined) issues.push({ path: '/amount', expected: expectedAmount })
  if (decimals === undefined) issues.push({ path: '/currency', expected: expectedCurrency })
  if (digits === undefined || decimals === undefined) return left(wrongAmount('minorUnits', issues))
  const zeros = decimals - digits.scale
  if (zeros < 0) {
    const expected = `an amount of no more decimals than its currency has, ${String(decimals)}`
    return left(wrongAmount('minorUnits', [{ path: '/amount', expected }]))
  }
  return right(BigInt(digits.sign + digits.digits + '0'.repeat(zeros)))
}
