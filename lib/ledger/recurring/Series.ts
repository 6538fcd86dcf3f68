import { difference, isSameAmount, type Payment } from './Payment.js'
import type { Schedule } from './Schedule.js'

/** Payments of one counterparty that follow one schedule, sorted by day. */
export interface Series {
  readonly schedule: Schedule
  readonly payments: ReadonlyArray<Payment>
}

export const firstOf = ({ payments }: Series): Payment => payments[0] as Payment

export const lastOf = ({ payments }: Series): Payment => payments.at(-1) as Payment

/** The share of payments whose amount equals that of the previous payment. */
export const sameShare = (payments: ReadonlyArray<Payment>): number =>
  payments.slice(1).filter((payment, index) => isSameAmount(payment, payments[index] as Payment)).length /
  Math.max(payments.length - 1, 1)

/** The mean relative difference between each amount and the amount `lag` payments before it. */
export const variation = (payments: ReadonlyArray<Payment>, lag = 1): number =>
  payments.slice(lag).reduce((sum, payment, index) => sum + difference(payment, payments[index] as Payment), 0) /
  Math.max(payments.length - lag, 1)
