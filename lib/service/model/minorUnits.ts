import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Assumed } from '../../base/codec/assumed.js'
import type { Issue } from '../../base/codec/issues.js'
import { object } from '../../base/codec/object.js'
import type { DecodeError } from '../../base/error/DecodeError.js'
import { argumentIssue, digitsOf, expectedAmount, withoutNoise, writeDigits, wrongAmount } from './digits.js'

/**
 * The currencies of ISO 4217 by their number of decimals: list one as published on 2024-06-25, `XCG` of amendment 176,
 * and the currencies withdrawn since 2018, which old rows may have. The list omits precious metals and other codes
 * without a minor unit.
 *
 * `Intl` does not help: in browsers and in Node, it has CLDR's decimals for display, such as none for `HUF`, `IDR` and
 * `IQD`. For an unknown code it returns two.
 */
const codesByDigits: ReadonlyArray<readonly [digits: number, codes: string]> = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
      'CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL ' +
      'HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRO ' +
      'MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR ' +
      'SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS ' +
      'VED VEF VES WST XCD XCG YER ZAR ZMW ZWG ZWL',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const digitsByCode: ReadonlyMap<unknown, number> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ codesByDigits.flatMap(([digits, list]) => list.split(' ').map((code) => [code, digits] as const)),
)

/** The number of decimals of a currency, by its code in capitals; `undefined` if unknown or without a minor unit. */
export const currencyDigits = (currency: unknown): number | undefined => digitsByCode.get(currency)

/**
 * @internal The expectation in the issue of an unknown currency.
 */
export const expectedCurrency = 'a currency of ISO 4217 that has a minor unit'

/**
 * An amount in the minor unit of its currency, such as cents: a `bigint`, whose sums are exact however long they are.
 * The amount is a number, or a decimal as text such as `12.30`.
 *
 * ISO 4217 defines the number of decimals: 2 for `EUR`, none for `JPY`, 3 for `KWD`. The noise of binary arithmetic is
 * removed, by the rule of {@link decimal}: `0.1 + 0.2` are 30 cents. Nothing else is rounded. `Left` for a currency
 * that is not in ISO 4217 or not in capitals; for an amount with more decimals than its currency has; and for a value
 * for which {@link decimal} returns `Left`, such as `NaN`. Prices of shares may have more decimals: write these with
 * `decimal`.
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

/**
 * Whether a row has an amount or a balance that is not an integer number of minor units of its currency, so that sums
 * omit it.
 */
export const hasInexactAmount = (row: unknown): boolean => {
  if (!object.is(row)) return false
  const amount = row.amount ?? row.balance ?? null
  const decimals = currencyDigits(row.currency_code)
  return amount !== null && (decimals === undefined || withoutNoise(amount, decimals) === undefined)
}
