import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Assumed } from '../../base/codec/assumed.js'
import type { Issue } from '../../base/codec/issues.js'
import type { DecodeError } from '../../base/error/DecodeError.js'
import { currencyDigits } from './currencyDigits.js'
import { digitsOf, expectedAmount, withoutNoise } from './digits.js'
import { argumentIssue, wrongAmount } from './wrongAmount.js'

/**
 * @internal The expectation in the issue of an unknown currency.
 */
export const expectedCurrency = 'a currency of ISO 4217 that has a minor unit'

/**
 * An amount in the minor unit of its currency, such as cents: a `bigint`, whose sums are exact however long they are.
 * The amount is a number, or a decimal as text such as `12.30`.
 *
 * ISO 4217 says how many decimals that is: 2 for `EUR`, none for `JPY`, 3 for `KWD`. The noise of binary arithmetic is
 * removed, by the rule of {@link decimal}: `0.1 + 0.2` are 30 cents. Nothing else is rounded. `Left` for a currency that
 * is not in ISO 4217 or not in capitals; for an amount with more decimals than its currency has; and for a value for
 * which {@link decimal} is a `Left`, such as one that is not a number. Prices of shares may have more decimals: write
 * these with `decimal`.
 *
 * @example
 * import { minorUnits } from 'rxbank'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(minorUnits(-4.99, 'EUR'), right(-499n))
 * assert.deepStrictEqual(minorUnits('12.30', 'EUR'), right(1230n))
 * assert.deepStrictEqual(minorUnits(1200, 'JPY'), right(1200n))
 * assert.deepStrictEqual(minorUnits(1234.5600000000002, 'EUR'), right(123456n))
 * assert.deepStrictEqual(minorUnits(4.995, 'EUR')._tag, 'Left')
 */
export const minorUnits = (
  amount: Assumed<number> | undefined,
  currency: Assumed<string> | undefined,
): Either<DecodeError, bigint> => {
  const decimals = currencyDigits(currency)
  // #sabotage: amount-noise
  const exact = decimals === undefined ? digitsOf(amount) : withoutNoise(amount, decimals)
  const issues: Array<Issue> = []
  if (exact === undefined) {
    const tooManyDecimals = `an amount of no more decimals than its currency has, ${String(decimals)}`
    issues.push(argumentIssue('/amount', digitsOf(amount) === undefined ? expectedAmount : tooManyDecimals, amount))
  }
  if (decimals === undefined) issues.push(argumentIssue('/currency', expectedCurrency, currency))
  if (exact === undefined || decimals === undefined) return left(wrongAmount('minorUnits', issues))
  return right(BigInt(exact.sign + exact.digits) * 10n ** BigInt(decimals - exact.scale))
}
