import { isLeft } from 'fp-ts/Either'
import { minorUnits } from 'rxbank'
import { decimalText } from './decimalText'

/** An amount of money, as it came: a service may leave out either, or write it in another way. */
export interface Money {
  readonly amount: unknown
  readonly currency: unknown
}

/** Exact sums by currency, as decimals. Where an amount has more decimals than its currency, there is none: `null`. */
export const totals = (amounts: ReadonlyArray<Money>): ReadonlyMap<string, string | null> => {
  const sums = new Map<string, bigint | null>()
  for (const { amount, currency } of amounts) {
    if (amount === null || amount === undefined || typeof currency !== 'string') continue
    const units = minorUnits(amount as number, currency)
    const sum = sums.has(currency) ? (sums.get(currency) ?? null) : 0n
    sums.set(currency, sum === null || isLeft(units) ? null : sum + units.right)
  }
  return new Map(Array.from(sums, ([currency, sum]) => [currency, sum === null ? null : decimalText(sum, currency)]))
}
