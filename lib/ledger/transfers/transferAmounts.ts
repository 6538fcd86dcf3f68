import { currencyDigits } from '../../service/model/minorUnits.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import type { TransferRule } from './TransferConfig.js'

type Money = Pick<LedgerEntry, 'minorUnits' | 'currency' | 'date'>

/** How the amounts of two rows fit; `undefined` if they do not. */
export type AmountFit = 'amount' | 'fee' | 'rate'

/** The possible amounts of the other half of a row, from `min` to `max`: signed, in minor units. */
export interface AmountRange {
  readonly min: bigint
  readonly max: bigint
}

/** The range of integers that contains all numbers from `min` to `max`, slightly widened because doubles are not exact. */
const widen = (min: number, max: number): AmountRange | undefined => {
  const margin = 1 + Math.max(Math.abs(min), Math.abs(max)) * 1e-9
  return Number.isFinite(margin)
    ? { min: BigInt(Math.floor(min - margin)), max: BigInt(Math.ceil(max + margin)) }
    : undefined
}

/** The value of one minor unit of `from` on a day, in minor units of `to`, at the caller's rate. */
const minorRate = ({ rateOf }: TransferRule, from: string, to: string, date: string): number | undefined => {
  const rate = rateOf(from, to, date)
  if (rate === undefined || !Number.isFinite(rate) || rate <= 0) return undefined
  return rate * 10 ** ((currencyDigits(to) ?? 0) - (currencyDigits(from) ?? 0))
}

/** How the amount that arrived fits the one that left. */
export const amountFit = (rule: TransferRule, from: Money, to: Money): AmountFit | undefined => {
  if (from.currency === to.currency) {
    if (from.minorUnits === -to.minorUnits) return 'amount'
    const fee = Number(-from.minorUnits - to.minorUnits)
    return fee > 0 && fee <= rule.feeShare * Number(-from.minorUnits) ? 'fee' : undefined
  }
  const rate = minorRate(rule, from.currency, to.currency, from.date)
  if (rate === undefined) return undefined
  const expected = Number(-from.minorUnits) * rate
  return Math.abs(Number(to.minorUnits) - expected) <= rule.rateTolerance * expected ? 'rate' : undefined
}

/**
 * The possible amounts of the other half of a row, in a currency and on a day: all that {@link amountFit} accepts, and
 * perhaps a few more. `undefined` if there are none.
 */
export const amountRange = (
  rule: TransferRule,
  row: Money,
  currency: string,
  date: string,
): AmountRange | undefined => {
  const opposite = -row.minorUnits
  const amount = Number(opposite)
  const isDebit = row.minorUnits < 0n
  if (currency === row.currency) {
    if (rule.feeShare === 0) return { min: opposite, max: opposite }
    return isDebit ? widen(amount * (1 - rule.feeShare), amount) : widen(amount / (1 - rule.feeShare), amount)
  }
  const rate = isDebit
    ? minorRate(rule, row.currency, currency, row.date)
    : minorRate(rule, currency, row.currency, date)
  if (rate === undefined) return undefined
  const { rateTolerance } = rule
  return isDebit
    ? widen(amount * rate * (1 - rateTolerance), amount * rate * (1 + rateTolerance))
    : widen(amount / (rate * (1 - rateTolerance)), amount / (rate * (1 + rateTolerance)))
}
