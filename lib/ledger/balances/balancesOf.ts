import { isSome } from 'fp-ts/lib/Option.js'
import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { LedgerEntry } from '../LedgerEntry.js'
import { offsetFinder, segmentsOf, sumUntil, type Telling } from './balanceOffsets.js'
import { balancesConfigCodec, historyCodec } from './balancesOptions.js'
import { type Booking, countRemovedRows, type RemovedBooking } from './countRemovedRows.js'
import { toDay } from './toDay.js'
import type { ToldBalance } from './toldBalance.js'

/** A balance that an account had. Without `toldAt` and `lastToldAt` it belongs to no day, so no series uses it. */
export interface KnownBalance extends Omit<ToldBalance, 'instantMinorUnits'> {
  /** When the service told it for the last time; default `toldAt`. */
  readonly lastToldAt?: Date
}

/** A booked row of an account, as {@link balancesOf} reads it. */
export interface BalanceEntry extends Pick<LedgerEntry, 'account' | 'minorUnits' | 'currency' | 'date' | 'isPending'> {
  /** The day on which it was booked, if the bank tells it; default `date`. */
  readonly bookedOn?: string | undefined
  /**
   * When the service last changed it. A row that was changed after a balance may have been booked after it; one without a time,
   * after each balance of its day.
   */
  readonly updatedAt?: Date | undefined
  /** When the row was found to be removed. It counts only as far as told balances prove that they contain it. */
  readonly removedAt?: Date | undefined
}

/** What is known of the balance of an account. */
export interface AccountHistory {
  readonly account: string
  readonly balances: ReadonlyArray<KnownBalance>
  readonly entries: ReadonlyArray<BalanceEntry>
  /** The days of booked rows without an exact amount: the days beyond, as seen from told balances, are `unknown`. */
  readonly inexactDays?: ReadonlyArray<string>
}

/** The series to compute. */
export interface BalancesConfig {
  /**
   * The first and the last day, `YYYY-MM-DD`; default: all days of which something is known, from 20 years before the first
   * told balance to 20 years after the last.
   */
  readonly from?: string
  readonly to?: string
  /** The points: one for each day. */
  readonly by: 'day'
  /** The time zone of the bank, which says on which day a balance was told; default `UTC`. */
  readonly timeZone?: string
}

/**
 * The balance of an account at the end of a day, in the minor unit of its currency.
 *
 * - `told`: the service told it on this day, and no row changed it before the day ended.
 * - `computed`: it follows from told balances and booked rows.
 * - `unknown`: it does not follow from them. `difference` is what the rows leave unexplained between the two told balances
 *   around this day: rows are missing, are too many, or were changed or deleted after the first of both was told. It is 0 if
 *   that is not known: no balance says whether it contains a row, or a row on the way has no exact amount.
 */
export type DailyBalance =
  | { readonly _tag: 'told' | 'computed'; readonly day: string; readonly currency: string; readonly minorUnits: bigint }
  | { readonly _tag: 'unknown'; readonly day: string; readonly currency: string; readonly difference: bigint }

/** How many years before the first and after the last told balance rows begin or end a series by themselves. */
const maxYears = 20

/** The same day some years later. The calendar may not have it, as on 29 February, so it is only compared with others. */
const addYears = (day: string, years: number): string => {
  const year = Math.min(9999, Math.max(0, Number(day.slice(0, 4)) + years))
  return `${String(year).padStart(4, '0')}${day.slice(4)}`
}

/** The days from one to another, with both. */
const daysBetween = (first: string, last: string): ReadonlyArray<string> => {
  const start = daysSinceEpoch(first)
  const length = Math.max(0, daysSinceEpoch(last) - start + 1)
  return Array.from({ length }, (_, index) => dayText(start + index))
}

/** The moments at which balances were told, in order; of those of a day the last. */
const tellingsOf = (balances: ReadonlyArray<KnownBalance>, timeZone: string): ReadonlyArray<Telling> => {
  const all = balances.flatMap(({ minorUnits, toldAt, lastToldAt }): ReadonlyArray<Telling> => {
    if (!isSome(minorUnits)) return []
    const moments = [...(isSome(toldAt) ? [toldAt.value] : []), ...(lastToldAt ? [lastToldAt] : [])]
    return moments.map((moment) => ({
      day: toDay(moment, timeZone),
      at: moment.getTime(),
      units: minorUnits.value,
    }))
  })
  const byDay = new Map<string, Telling>()
  for (const telling of all.sort((one, other) => one.at - other.at)) byDay.set(telling.day, telling)
  return Array.from(byDay.values())
}

/**
 * The balances of an account at the end of each day: walked back and forward from told balances by the booked rows. Days before
 * the first told balance are walked back from the newest one, which was told with the rows as they are now. A pure function; the
 * order of its input does not matter.
 *
 * Nothing is invented: there is no point before the first row or balance, none after the last, and none without a told
 * balance. Pending rows are in no balance. Between two told balances that the rows do not explain, points are `unknown`. A
 * row that was changed after a balance may be in it or not: that is no contradiction, and points are `unknown` only if no other
 * told balance says which. A removed row counts only as far as told balances prove that they contain it. Rows and balances in
 * another currency than the last balance are left out. Throws a `ConfigError` for wrong options, and for a history with wrong
 * fields.
 *
 * @example
 * import { balancesOf } from 'rxbank/balances'
 * import { some } from 'fp-ts/lib/Option.js'
 *
 * const told = { account: '7', currency: 'EUR', minorUnits: some(5000n), toldAt: some(new Date('2026-01-03T18:00:00Z')) }
 * const row = { account: '7', currency: 'EUR', minorUnits: -1200n, date: '2026-01-02', isPending: false }
 * const earlier = { ...row, minorUnits: 900n, date: '2026-01-01' }
 * const series = balancesOf({ account: '7', balances: [told], entries: [row, earlier] }, { by: 'day' })
 * assert.deepStrictEqual(
 *   series.map((point) => [point.day, point._tag, point._tag !== 'unknown' && point.minorUnits]),
 *   [
 *     ['2026-01-01', 'computed', 6200n],
 *     ['2026-01-02', 'computed', 5000n],
 *     ['2026-01-03', 'told', 5000n],
 *   ],
 * )
 */
export const balancesOf = (history: AccountHistory, config: BalancesConfig): ReadonlyArray<DailyBalance> => {
  const { from, to, timeZone = 'UTC' } = decodeOptions(balancesConfigCodec, config)
  decodeOptions(historyCodec, history)
  const { account, balances, entries, inexactDays = [] } = history
  const own = balances.filter((balance) => balance.account === account)
  const timeOf = ({ toldAt, lastToldAt }: KnownBalance): number =>
    (lastToldAt ?? (isSome(toldAt) ? toldAt.value : new Date(0))).getTime()
  const latest = own.reduce<KnownBalance | undefined>(
    (found, one) => (found === undefined || timeOf(one) >= timeOf(found) ? one : found),
    undefined,
  )
  if (latest === undefined) return []
  const { currency } = latest
  const booked = entries.filter((entry) => entry.account === account && entry.currency === currency && !entry.isPending)
  const bookingOf = ({ minorUnits: units, date, bookedOn, updatedAt }: BalanceEntry): Booking => ({
    day: plainDate.is(bookedOn) ? bookedOn : date,
    units,
    updatedAt: updatedAt?.getTime(),
  })
  const tellings = tellingsOf(
    own.filter((balance) => balance.currency === currency),
    timeZone,
  )
  // No told balance can prove that it contains a later row.
  const lastToldDay = tellings.at(-1)?.day ?? ''
  const bookings = countRemovedRows(
    booked.filter(({ removedAt }) => removedAt === undefined).map(bookingOf),
    booked.flatMap((entry): ReadonlyArray<RemovedBooking> => {
      const { removedAt, minorUnits } = entry
      const booking = bookingOf(entry)
      if (removedAt === undefined || booking.day > lastToldDay) return []
      const reversal = { day: toDay(removedAt, timeZone), units: -minorUnits, updatedAt: removedAt.getTime() }
      return [{ booking, reversal }]
    }),
    (counted) => segmentsOf(tellings, counted, []).length - 1,
  )
  const segments = segmentsOf(tellings, bookings, inexactDays)
  const [firstTold, lastTold] = [tellings[0], tellings.at(-1)]
  if (firstTold === undefined || lastTold === undefined) return []

  const units = new Map<string, bigint>()
  for (const { day, units: amount } of bookings) units.set(day, (units.get(day) ?? 0n) + amount)
  const firstAllowed = from === undefined ? addYears(firstTold.day, -maxYears) : ''
  const lastAllowed = to === undefined ? addYears(lastTold.day, maxYears) : '9999-12-31'
  const bookedDays = [...units.keys(), ...inexactDays].filter((day) => day >= firstAllowed && day <= lastAllowed)
  const days = [...bookedDays, firstTold.day, lastTold.day].sort()
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)]
  const start = from !== undefined && from > firstDay ? from : firstDay
  const end = to !== undefined && to < lastDay ? to : lastDay

  const told = new Map(tellings.map((telling) => [telling.day, telling.units]))
  const findOffset = offsetFinder(segments, inexactDays)
  const points: Array<DailyBalance> = []
  let total = sumUntil(bookings, start)
  for (const day of daysBetween(start, end)) {
    if (day !== start) total += units.get(day) ?? 0n
    const { offset, difference } = findOffset(day)
    if (offset === undefined) points.push({ _tag: 'unknown', day, currency, difference })
    else {
      const minorUnits = offset + total
      points.push({ _tag: told.get(day) === minorUnits ? 'told' : 'computed', day, currency, minorUnits })
    }
  }
  return points
}
