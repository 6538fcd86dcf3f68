import { daysSinceEpoch } from '../../base/codec/calendar.js'
import type { LedgerEntry } from '../LedgerEntry.js'
import { counterpartyWords, isMandated } from './counterpartyWords.js'

/** An entry with the values that are computed from it once. */
export interface Payment {
  readonly entry: LedgerEntry
  /** Days since 1970. */
  readonly day: number
  /** The absolute amount, only for ratios: it is not exact beyond 2^53. */
  readonly size: number
  /** The words that name the counterparty. */
  readonly words: ReadonlyArray<string>
  /** Whether it is a direct debit or a standing order, according to the service or the bank's text. */
  readonly isMandated: boolean
}

export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const compareAmounts = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

/** Sorts payments by day, amount and id, so that their order does not depend on the order of arrival. */
export const comparePayments = (one: Payment, other: Payment): number =>
  one.day - other.day ||
  compareAmounts(one.entry.minorUnits, other.entry.minorUnits) ||
  compareTexts(one.entry.id, other.entry.id)

/** Converts an entry to a payment; `undefined` if its amount is 0, or if its texts do not name a counterparty. */
export const toPayment = (entry: LedgerEntry): Payment | undefined => {
  const words = counterpartyWords(entry)
  if (words.length === 0 || entry.minorUnits === 0n) return undefined
  const size = Math.abs(Number(entry.minorUnits))
  return { entry, day: daysSinceEpoch(entry.date), size, words, isMandated: isMandated(entry) }
}

/** The relative difference of two amounts: 0 if they are equal, and 0.1 if one is about a tenth larger. */
export const difference = (one: Payment, other: Payment): number =>
  one.size === other.size ? 0 : Math.abs(Math.log(one.size / other.size))

export const isSameAmount = (one: Payment, other: Payment): boolean => one.entry.minorUnits === other.entry.minorUnits

/** The name of the counterparty, by which payments are compared. */
export const nameOf = ({ words }: Payment): string => words.join(' ')
