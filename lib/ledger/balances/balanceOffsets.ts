import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import type { Booking } from './countRemovedRows.js'

/** A balance that was told at a moment of a day. */
export interface Telling {
  readonly day: string
  readonly at: number
  readonly units: bigint
}

/** Of how many late rows all sums are tried, and how many days before a balance a late row may be dated. */
const maxLateRows = 12
const maxLateDays = 31

/** The sum of the bookings up to a day. */
export const sumUntil = (bookings: ReadonlyArray<Booking>, until: string): bigint =>
  bookings.reduce((sum, { day, units }) => (day <= until ? sum + units : sum), 0n)

/**
 * What a balance may be less the sum of the rows up to its day. `isComplete`: it has no other value. Two balances between
 * which no row is missing have the same offset.
 */
export interface Offsets {
  readonly values: ReadonlySet<bigint>
  readonly isComplete: boolean
}

/** The sums of the late rows, any of which a balance may lack. If there are too many: that of none and that of all. */
const lateSums = (late: ReadonlyArray<bigint>): Offsets => {
  if (late.length > maxLateRows)
    return { values: new Set([0n, late.reduce((sum, units) => sum + units, 0n)]), isComplete: false }
  const values = late.reduce(
    (sums, units) => new Set([...sums, ...Array.from(sums, (sum) => sum + units)]),
    new Set([0n]),
  )
  return { values, isComplete: true }
}

/** The rows up to the day of a balance that may have been booked after it was told. */
const lateRows = (bookings: ReadonlyArray<Booking>, { day, at }: Telling): ReadonlyArray<bigint> => {
  const earliest = dayText(daysSinceEpoch(day) - maxLateDays)
  return bookings
    .filter(
      (one) =>
        one.day <= day && (one.updatedAt === undefined ? one.day === day : one.day >= earliest && one.updatedAt > at),
    )
    .map(({ units }) => units)
}

/** The offsets that a told balance allows: it contains the rows up to its day, of the late ones any. */
const offsetsOf = (telling: Telling, bookings: ReadonlyArray<Booking>): Offsets => {
  const { values, isComplete } = lateSums(lateRows(bookings, telling))
  const offset = telling.units - sumUntil(bookings, telling.day)
  return { values: new Set(Array.from(values, (sum) => offset + sum)), isComplete }
}

/** The offsets that both allow; `undefined` if there are none. Only a complete one excludes what it does not have. */
const commonOffsets = (one: Offsets, other: Offsets): Offsets | undefined => {
  const common = new Set(Array.from(one.values).filter((offset) => other.values.has(offset)))
  if (common.size === 0) return undefined
  if (one.isComplete && other.isComplete) return { values: common, isComplete: true }
  return one.isComplete ? one : other
}

/** Told balances that agree with each other: from the day of the first one to that of the last one. */
export interface Segment {
  readonly first: string
  readonly last: string
  readonly offsets: Offsets
}

/** The only offset that a segment allows; `undefined` if there are several, so that no balance follows from it. */
const knownOffset = ({ offsets: { values, isComplete } }: Segment): bigint | undefined =>
  isComplete && values.size === 1 ? Array.from(values)[0] : undefined

const hasDay = (days: ReadonlyArray<string>, after: string, until: string): boolean =>
  days.some((day) => day > after && day <= until)

/** Joins told balances that agree, from the last to the first, because later rows are in later balances. */
export const segmentsOf = (
  tellings: ReadonlyArray<Telling>,
  bookings: ReadonlyArray<Booking>,
  inexactDays: ReadonlyArray<string>,
): ReadonlyArray<Segment> =>
  tellings.reduceRight<ReadonlyArray<Segment>>((later, telling) => {
    const { day } = telling
    const offsets = offsetsOf(telling, bookings)
    const isInexact = inexactDays.includes(day)
    const [next, ...others] = later
    if (next !== undefined && !hasDay(inexactDays, day, next.first)) {
      // A balance of the day of an inexact row may contain it, so it says nothing.
      const common = isInexact ? next.offsets : commonOffsets(offsets, next.offsets)
      if (common !== undefined) return [{ ...next, first: day, offsets: common }, ...others]
    }
    return [{ first: day, last: day, offsets: isInexact ? { ...offsets, isComplete: false } : offsets }, ...later]
  }, [])

/** What told balances say of a day: the offset from which its balance follows, or how much they leave unexplained. */
export interface DayOffset {
  readonly offset?: bigint | undefined
  readonly difference: bigint
}

/** Finds the offsets of days. */
export const offsetFinder = (segments: ReadonlyArray<Segment>, inexactDays: ReadonlyArray<string>) => {
  const start = segments[0]?.first ?? ''
  // Only the newest balance was told with the rows as they are now. A row that was changed or removed since is still in the
  // earlier ones as it was.
  const history = segments.filter(({ first }) => !hasDay(inexactDays, start, first)).at(-1)

  return (day: string): DayOffset => {
    const before = segments.filter(({ first }) => first <= day).at(-1)
    const after = segments.find(({ last }) => last >= day)
    if (before !== undefined && after !== undefined && before !== after) {
      const [one, other] = [knownOffset(before), knownOffset(after)]
      return { difference: one === undefined || other === undefined ? 0n : other - one }
    }
    const isCut =
      before === undefined
        ? hasDay(inexactDays, day, start)
        : after === undefined && hasDay(inexactDays, before.last, day)
    const source = before ?? history
    return { ...(!isCut && source !== undefined && { offset: knownOffset(source) }), difference: 0n }
  }
}
