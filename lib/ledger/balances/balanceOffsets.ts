import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'

/** The effect of a row on the balance of its account: an amount on a day. Times are in milliseconds since 1970. */
export interface Booking {
  readonly day: string
  readonly units: bigint
  readonly updatedAt: number | undefined
}

/** The booking of a removed row. `reversal` is a booking of the opposite amount, on the day of the removal. */
export interface RemovedBooking {
  readonly booking: Booking
  readonly reversal: Booking
}

/** The maximum number of removals that are tried, the latest first. */
const maxRemovals = 16

/** Groups removed rows by the time of their removal, the latest first. */
const groupByRemoval = (removed: ReadonlyArray<RemovedBooking>): ReadonlyArray<ReadonlyArray<RemovedBooking>> => {
  const byTime = new Map<number, Array<RemovedBooking>>()
  for (const row of removed) {
    const time = row.reversal.updatedAt ?? 0
    const rows = byTime.get(time) ?? []
    byTime.set(time, rows)
    rows.push(row)
  }
  return Array.from(byTime)
    .sort(([one], [other]) => other - one)
    .map(([, rows]) => rows)
}

/**
 * The present bookings, and the bookings of removed rows that the reported balances contain. Services do not report how
 * a removal affects a balance. The row may have been wrong from the start, its amount may have been paid back, or the
 * balance may still contain a row that the service has lost. So the rows of a removal count only if fewer reported
 * balances contradict each other with these rows than without them.
 *
 * - `countGaps`: counts the reported balances that do not agree with the next balance and these bookings.
 */
export const countRemovedRows = (
  present: ReadonlyArray<Booking>,
  removed: ReadonlyArray<RemovedBooking>,
  countGaps: (bookings: ReadonlyArray<Booking>) => number,
): ReadonlyArray<Booking> => {
  let best = { bookings: present, gaps: countGaps(present) }
  for (const removal of groupByRemoval(removed).slice(0, maxRemovals)) {
    if (best.gaps === 0) break
    const withRows = [...best.bookings, ...removal.map(({ booking }) => booking)]
    const withReversals = [...withRows, ...removal.map(({ reversal }) => reversal)]
    for (const bookings of [withRows, withReversals]) {
      const gaps = countGaps(bookings)
      if (gaps < best.gaps) best = { bookings, gaps }
    }
  }
  return best.bookings
}

/** A balance that the service reported, with the day and the time in milliseconds since 1970. */
export interface DatedBalance {
  readonly day: string
  readonly at: number
  readonly units: bigint
}

/** Up to this number of late rows, the sums of all their combinations are tried. */
const maxLateRows = 12
/** A late row may be dated up to this number of days before the balance. */
const maxLateDays = 31

/** The sum of the bookings up to and including a day. */
export const sumUntil = (bookings: ReadonlyArray<Booking>, until: string): bigint =>
  bookings.reduce((sum, { day, units }) => (day <= until ? sum + units : sum), 0n)

/**
 * The possible offsets of a balance: the balance minus the sum of the rows up to its day. `isComplete`: no other offset
 * is possible. Two balances have the same offset if no row between them is missing.
 */
export interface Offsets {
  readonly values: ReadonlySet<bigint>
  readonly isComplete: boolean
}

/**
 * The sums of all combinations of late rows, because a balance may lack any of these rows. If there are too many rows:
 * only the sum of none and the sum of all.
 */
const lateSums = (late: ReadonlyArray<bigint>): Offsets => {
  if (late.length > maxLateRows)
    return { values: new Set([0n, late.reduce((sum, units) => sum + units, 0n)]), isComplete: false }
  const values = late.reduce(
    (sums, units) => new Set([...sums, ...Array.from(sums, (sum) => sum + units)]),
    new Set([0n]),
  )
  return { values, isComplete: true }
}

/** The amounts of rows, dated up to the day of a balance, that may have been booked after the balance was reported. */
const lateRows = (bookings: ReadonlyArray<Booking>, { day, at }: DatedBalance): ReadonlyArray<bigint> => {
  const earliest = dayText(daysSinceEpoch(day) - maxLateDays)
  return bookings
    .filter(
      (booking) =>
        booking.day <= day &&
        (booking.updatedAt === undefined ? booking.day === day : booking.day >= earliest && booking.updatedAt > at),
    )
    .map(({ units }) => units)
}

/** The possible offsets of a balance: it contains the rows up to its day, except any of the late rows. */
const offsetsOf = (balance: DatedBalance, bookings: ReadonlyArray<Booking>): Offsets => {
  const { values, isComplete } = lateSums(lateRows(bookings, balance))
  const offset = balance.units - sumUntil(bookings, balance.day)
  return { values: new Set(Array.from(values, (sum) => offset + sum)), isComplete }
}

/**
 * The offsets that two balances have in common; `undefined` if there are none. Only complete offsets exclude values
 * that they do not contain.
 */
const commonOffsets = (one: Offsets, other: Offsets): Offsets | undefined => {
  const common = new Set(Array.from(one.values).filter((offset) => other.values.has(offset)))
  if (common.size === 0) return undefined
  if (one.isComplete && other.isComplete) return { values: common, isComplete: true }
  return one.isComplete ? one : other
}

/** Consecutive balances that agree with each other, from the day of the first to the day of the last. */
export interface Segment {
  readonly first: string
  readonly last: string
  readonly offsets: Offsets
}

/**
 * The only possible offset of a segment; `undefined` if several are possible, so that no other balance can be computed.
 */
const knownOffset = ({ offsets: { values, isComplete } }: Segment): bigint | undefined =>
  isComplete && values.size === 1 ? Array.from(values)[0] : undefined

const hasDay = (days: ReadonlyArray<string>, after: string, until: string): boolean =>
  days.some((day) => day > after && day <= until)

/** Joins balances that agree. It starts with the last one, because only later balances contain later rows. */
export const segmentsOf = (
  balances: ReadonlyArray<DatedBalance>,
  bookings: ReadonlyArray<Booking>,
  inexactDays: ReadonlyArray<string>,
): ReadonlyArray<Segment> =>
  balances.reduceRight<ReadonlyArray<Segment>>((later, balance) => {
    const { day } = balance
    const offsets = offsetsOf(balance, bookings)
    const isInexact = inexactDays.includes(day)
    const [next, ...others] = later
    if (next !== undefined && !hasDay(inexactDays, day, next.first)) {
      // A balance on the day of an inexact row may contain that row, so it proves nothing.
      const common = isInexact ? next.offsets : commonOffsets(offsets, next.offsets)
      if (common !== undefined) return [{ ...next, first: day, offsets: common }, ...others]
    }
    return [{ first: day, last: day, offsets: isInexact ? { ...offsets, isComplete: false } : offsets }, ...later]
  }, [])

/**
 * What the balances prove about a day: the offset from which its balance follows, or the difference that the rows do
 * not explain.
 */
export interface DayOffset {
  readonly offset?: bigint | undefined
  readonly difference: bigint
}

/** Returns a function that finds the offset of a day. */
export const offsetFinder = (segments: ReadonlyArray<Segment>, inexactDays: ReadonlyArray<string>) => {
  const [oldest] = segments
  const start = oldest?.first ?? ''
  const newest = segments.filter(({ first }) => !hasDay(inexactDays, start, first)).at(-1)
  const newestOffset = newest && knownOffset(newest)
  // If the oldest balance has another offset, a row is missing, or was changed or removed since: it cannot be known
  // which.
  const offsetBefore =
    newestOffset !== undefined && oldest?.offsets.values.has(newestOffset) === true ? newestOffset : undefined

  return (day: string): DayOffset => {
    const before = segments.filter(({ first }) => first <= day).at(-1)
    const after = segments.find(({ last }) => last >= day)
    if (before === undefined)
      return { offset: hasDay(inexactDays, day, start) ? undefined : offsetBefore, difference: 0n }
    const known = knownOffset(before)
    if (after === before) return { offset: known, difference: 0n }
    if (after === undefined)
      return { offset: hasDay(inexactDays, before.last, day) ? undefined : known, difference: 0n }
    const knownAfter = knownOffset(after)
    return { difference: known !== undefined && knownAfter !== undefined ? knownAfter - known : 0n }
  }
}
