import { daysSinceEpoch } from '../../base/codec/calendar.js'

/**
 * What shows whether an account under several connections still updates.
 *
 * - `isAbsent`: the last list lacked it, and its removal is not confirmed yet.
 * - `needsPerson`: its item does not update until the person acts.
 * - `updatedAt`: when the service last updated it, in milliseconds since 1970.
 * - `newestDay`: the day of its newest booked row.
 */
export interface AccountFreshness {
  readonly isAbsent: boolean
  readonly needsPerson: boolean
  readonly updatedAt: number | undefined
  readonly newestDay: string | undefined
}

/** How far the counted account must lag behind another one to count no longer, in days. */
const maxLagDays = 3

const dayNumber = ({ newestDay }: AccountFreshness): number =>
  newestDay === undefined ? -Infinity : daysSinceEpoch(newestDay)

/**
 * Whether another account is to count instead of the counted one. It never is if it lacks the newest rows, so that sums
 * do not go back, and so that two connections that both update do not take turns.
 */
const isOvertaken = (counted: AccountFreshness, other: AccountFreshness): boolean => {
  const leadDays = dayNumber(other) - dayNumber(counted)
  if (other.isAbsent || leadDays < 0) return false
  if (counted.isAbsent || leadDays >= maxLagDays) return true
  const leadMs = (other.updatedAt ?? 0) - (counted.updatedAt ?? Infinity)
  return leadMs >= maxLagDays * 24 * 60 * 60_000 || (leadMs > 0 && counted.needsPerson && !other.needsPerson)
}

/**
 * Chooses which of several accounts that are one sums count: the counted one, as long as no other one has overtaken it.
 * `accounts`: the present ones, the first one first.
 */
export const chooseCounted = <A extends AccountFreshness>(counted: A, accounts: ReadonlyArray<A>): A =>
  accounts
    .filter((other) => other !== counted && isOvertaken(counted, other))
    .reduce<A | undefined>((best, other) => {
      if (best === undefined) return other
      const lead = dayNumber(other) - dayNumber(best) || (other.updatedAt ?? 0) - (best.updatedAt ?? 0)
      return lead > 0 ? other : best
    }, undefined) ?? counted
