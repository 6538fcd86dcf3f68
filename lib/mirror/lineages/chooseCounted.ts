import { daysSinceEpoch } from '../../base/codec/calendar.js'

/**
 * What shows whether an account under several connections still updates.
 *
 * - `isAbsent`: the last list lacked it, and its removal is not confirmed yet.
 * - `needsPerson`: its item does not update until the person acts.
 * - `updatedAt`: when the service last updated it, in milliseconds since 1970.
 * - `bookedDays`: the latest days of its booked rows, oldest first.
 */
export interface AccountFreshness {
  readonly isAbsent: boolean
  readonly needsPerson: boolean
  readonly updatedAt: number | undefined
  readonly bookedDays: ReadonlyArray<string>
}

/** How long the service may update the counted account later than another one, in milliseconds. */
const maxUpdateLag = 3 * 24 * 60 * 60_000

/** How many days later the counted account may show a row than another one. */
const maxRowLagDays = 7

const newestDay = ({ bookedDays }: AccountFreshness): string => bookedDays.at(-1) ?? ''

/**
 * Whether another account is to count instead of the counted one. It never is if it lacks the newest rows, so that sums
 * do not go back, and so that two connections that both update do not take turns.
 */
const isOvertaken = (counted: AccountFreshness, other: AccountFreshness, today: string): boolean => {
  const newest = newestDay(counted)
  if (other.isAbsent || newestDay(other) < newest) return false
  const isLate = (day: string): boolean => daysSinceEpoch(today) - daysSinceEpoch(day) >= maxRowLagDays
  if (counted.isAbsent || other.bookedDays.some((day) => day > newest && isLate(day))) return true
  const lead = (other.updatedAt ?? 0) - (counted.updatedAt ?? Infinity)
  return lead >= maxUpdateLag || (lead > 0 && counted.needsPerson && !other.needsPerson)
}

/** Whether an account has newer rows than another one or, with rows of the same day, was updated later. */
const isNewer = (one: AccountFreshness, other: AccountFreshness): boolean =>
  newestDay(one) === newestDay(other)
    ? (one.updatedAt ?? 0) > (other.updatedAt ?? 0)
    : newestDay(one) > newestDay(other)

/**
 * Chooses which of several accounts that are one sums count: the counted one, as long as no other one has overtaken it.
 * `accounts`: the present ones, the first one first.
 */
export const chooseCounted = <A extends AccountFreshness>(counted: A, accounts: ReadonlyArray<A>, today: string): A => {
  const [first, ...rest] = accounts.filter((other) => other !== counted && isOvertaken(counted, other, today))
  return first === undefined ? counted : rest.reduce((best, other) => (isNewer(other, best) ? other : best), first)
}
