import type { AccountPlan } from '../accountRows.js'

/** The accounts of a person that have transactions, in the order of the person's account plan. */
export const roles = ['checking', 'savings', 'card', 'joint', 'loan'] as const

/** What an account is for. */
export type Role = (typeof roles)[number]

/**
 * The description of a transaction and the bank's text, in which `#` stands for the day of a purchase, `*` for a reference, `@`
 * for the person and `%` for the partner; these two also stand for names in the description.
 */
export type Text = readonly [description: string, bankText: string]

/** One side of a payment: the account, its text and its category. */
export interface Side {
  readonly on: Role
  readonly text: Text
  readonly category: number
}

/** A payment that returns every month, or every few months. Amounts are in euros; credits are positive. */
export interface Recurring extends Side {
  /** The texts of other employers, landlords or shops, of which each person has one. */
  readonly others?: ReadonlyArray<Text>
  /** The day of the month on which it is due. Banks book it on the next working day. */
  readonly day: number
  /** Whether banks book it on the last working day at or before its day, as salaries are; default `false`. */
  readonly isEarly?: boolean
  /** The number of months between two payments; default 1. */
  readonly months?: number
  /** The amount of people with a low, a middle and a high income; the last one also counts for all higher incomes. */
  readonly amounts: ReadonlyArray<number>
  /** The share by which the amount of a person may differ from these; default 0. */
  readonly differs?: number
  /** By how much the amount rises, every two years. */
  readonly rise?: number
  /** The share by which each payment may differ from the usual amount. */
  readonly varies?: number
  /** The other side of a transfer between two accounts of the person. */
  readonly to?: Side
}

/** A purchase that a person makes `perMonth` times a month, in one of the shops. Amounts are in euros. */
export interface Habit {
  readonly on: Role
  readonly category: number
  readonly perMonth: number
  readonly shops: ReadonlyArray<Text>
  readonly min: number
  readonly max: number
  /** The amount is a multiple of this; default: a cent. */
  readonly step?: number
  /** What comes back: the share of the price, how often, and after how many days. `$` in its texts stands for the shop. */
  readonly refund?: Side & { readonly share: number; readonly chance: number; readonly days: number }
}

/** A loan with equal instalments, which contain the interest. The yearly rate is in per cent. */
export interface LoanPlan {
  /** What people with a low, a middle and a high income have borrowed, in euros. */
  readonly amounts: ReadonlyArray<number>
  readonly rate: number
  readonly months: number
  readonly day: number
  /** The payment of the loan, to the seller of what was bought with it. */
  readonly payout: Side
  readonly instalment: Side
  readonly received: Side
  readonly interest: Side
}

/** A person's life as a bank sees it. */
export interface LifePlan {
  readonly accounts: AccountPlan
  /** The country, the bank's code, and the number of further digits in an IBAN. */
  readonly iban: readonly [country: string, bank: string, digits: number]
  /** The names from which the person and the partner are drawn. */
  readonly people: ReadonlyArray<readonly [person: string, partner: string]>
  /** Writes the day of a purchase, `DD` and `MM`. */
  readonly writeDay: (day: string, month: string) => string
  /** The balances before the first transaction in euros, of people with a low, a middle and a high income. */
  readonly openings: Readonly<Record<'checking' | 'savings' | 'joint', ReadonlyArray<number>>>
  readonly recurring: ReadonlyArray<Recurring>
  readonly habits: ReadonlyArray<Habit>
  /** The bill of the deferred card, on the checking account and on the card. */
  readonly bill: readonly [paid: Side, settled: Side]
  readonly loan: LoanPlan
  /** The beginning of the texts of transfers between accounts in December; the name of the other account follows. */
  readonly closing: Text
  /** The yearly interest on the savings in per cent, and the most that they may be, in euros. */
  readonly interest: Side & { readonly rate: number; readonly ceiling?: number }
}
