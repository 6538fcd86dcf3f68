import { isSome } from 'fp-ts/lib/Option.js'
import { type BookingDay, createBookingDay } from '../../base/codec/bankDays.js'
import { dayText } from '../../base/codec/calendar.js'
import { textHash } from '../../base/hash/textHash.js'
import { type LedgerEntry, type LedgerRow, toLedgerEntry } from '../toLedgerEntry.js'
import { firstOf, lastOf, sameShare, type Series } from './fitSchedule.js'
import { comparePayments, compareTexts, isSameAmount, nameOf, type Payment, toPayment } from './Payment.js'
import type { RecurringDecision } from './RecurringDecision.js'
import type { PriceChange, RecurringState, RecurringStream } from './RecurringStream.js'
import { averagePeriod, cadences, dueDay, expectedDay, indexNear, type Schedule } from './Schedule.js'
import { splitStreams } from './splitStreams.js'

/** Amounts that differ by at most this share may belong to the same stream. */
const tolerance = 0.1

const isNear = (one: bigint, other: bigint): boolean =>
  Math.abs(Number(one) - Number(other)) <= Math.abs(Number(one)) * tolerance

type Subject = Omit<RecurringDecision, '_tag' | 'minorUnits' | 'id'>

const isSameSubject = (one: Subject, other: Subject): boolean =>
  one.account === other.account &&
  one.currency === other.currency &&
  one.counterparty === other.counterparty &&
  one.isIncome === other.isIncome

/** The dismissals that still apply, one for each stream. `decisions` is sorted by time. */
const activeDismissals = (decisions: ReadonlyArray<RecurringDecision>): ReadonlyArray<RecurringDecision> =>
  decisions.reduce<ReadonlyArray<RecurringDecision>>((active, decision) => {
    const isReplaced = (other: RecurringDecision): boolean =>
      other.id === decision.id ||
      (decision._tag === 'Restored' &&
        isSameSubject(other, decision) &&
        isNear(BigInt(other.minorUnits), BigInt(decision.minorUnits)))
    const others = active.filter((other) => !isReplaced(other))
    return decision._tag === 'Dismissed' ? [...others, decision] : others
  }, [])

/** How well a dismissal fits a stream, from 0 (not at all) to 3. */
const fitness = (dismissal: RecurringDecision, stream: RecurringStream): number => {
  const amount = BigInt(dismissal.minorUnits)
  const isAlike =
    isSameSubject(dismissal, stream) && stream.payments.some(({ minorUnits }) => isNear(amount, minorUnits))
  return (isAlike ? 2 : 0) + (dismissal.id === stream.id ? 1 : 0)
}

/** The ids of the dismissed streams: each dismissal applies only to the stream that it fits best. */
const dismissedIds = (
  streams: ReadonlyArray<RecurringStream>,
  dismissals: ReadonlyArray<RecurringDecision>,
): ReadonlySet<string> => {
  const pairs = dismissals.flatMap((dismissal) =>
    streams.map((stream) => ({ dismissal, stream, fit: fitness(dismissal, stream) })),
  )
  const dismissed = new Set<string>()
  const used = new Set<RecurringDecision>()
  for (const { dismissal, stream, fit } of pairs.sort((one, other) => other.fit - one.fit))
    if (fit > 0 && !used.has(dismissal) && !dismissed.has(stream.id)) {
      used.add(dismissal)
      dismissed.add(stream.id)
    }
  return dismissed
}

/** The usual amount is the median of this number of latest amounts. */
const usualPayments = 6

/** The lower median, which unlike the mean of two values is always an amount that was paid. */
const median = (amounts: ReadonlyArray<bigint>): bigint => {
  const sorted = Array.from(amounts).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

const priceChangesOf = (payments: ReadonlyArray<Payment>): ReadonlyArray<PriceChange> =>
  payments.slice(1).flatMap((payment, index) => {
    const previous = payments[index] as Payment
    if (isSameAmount(previous, payment)) return []
    const { id, date, minorUnits } = payment.entry
    return [{ id, date, from: previous.entry.minorUnits, to: minorUnits }]
  })

const stateOf = (schedule: Schedule, count: number, today: number, next: number): RecurringState => {
  const { grace, end } = cadences[schedule.cadence]
  if (today > next + end) return 'ended'
  if (today > next + grace) return 'late'
  return count < (schedule.cadence === 'yearly' ? 3 : 4) ? 'started' : 'active'
}

/**
 * Describes a series on a day. The caller adds the id, because it also depends on the other series of the counterparty.
 */
const describeStream = (
  series: Series,
  today: number,
  bookingDay: BookingDay,
): Omit<RecurringStream, 'id' | 'isDismissed'> => {
  const { schedule, payments } = series
  const first = firstOf(series)
  const last = lastOf(series)
  const indexes = payments.map(({ day }) => indexNear(schedule, day, bookingDay))
  const expected = indexes.map((index) => expectedDay(schedule, index, bookingDay))
  const next = expectedDay(schedule, (indexes.at(-1) ?? 0) + 1, bookingDay)
  const daysOff = payments.map(({ day }, index) => Math.abs(day - (expected[index] ?? day)))
  const { unit } = cadences[schedule.cadence]
  const period = averagePeriod(schedule.cadence)
  const isVariable = sameShare(payments) < 0.5
  const changes = priceChangesOf(payments)
  return {
    account: first.entry.account,
    currency: first.entry.currency,
    counterparty: nameOf(last),
    text: last.entry.text === '' ? last.entry.bankText : last.entry.text,
    isIncome: first.entry.minorUnits > 0n,
    cadence: schedule.cadence,
    day: unit === 'week' ? ((((dueDay(schedule, 0) + 3) % 7) + 7) % 7) + 1 : schedule.day,
    shift: schedule.shift,
    usualAmount: median(payments.slice(-usualPayments).map(({ entry }) => entry.minorUnits)),
    lastAmount: last.entry.minorUnits,
    isVariable,
    firstDay: first.entry.date,
    lastDay: last.entry.date,
    nextDay: dayText(next),
    state: stateOf(schedule, payments.length, today, next),
    payments: payments.map(({ entry: { id, date, minorUnits } }, index) => ({
      id,
      date,
      expected: dayText(expected[index] ?? 0),
      minorUnits,
    })),
    priceChanges: isVariable ? [] : changes,
    reasons: {
      words: last.words,
      sameAmount: payments.length - 1 - changes.length,
      onDay: daysOff.filter((days) => days <= 1).length,
      maxDaysOff: Math.max(...daysOff),
      missed: Math.max(0, Math.round((last.day - first.day) / period) + 1 - payments.length),
      isMandated: payments.every((payment) => payment.isMandated),
    },
  }
}

/** A series and its stable id. */
interface IdentifiedSeries extends Series {
  readonly id: string
}

interface Group {
  readonly payments: Map<string, Payment>
  /** The series in the payments; `undefined` after a change of the payments. */
  series: ReadonlyArray<IdentifiedSeries> | undefined
}

const groupFields = ({ account, currency, minorUnits }: LedgerEntry): ReadonlyArray<unknown> => [
  account,
  currency,
  minorUnits > 0n,
]

/** The key of a group: only payments with the same account, currency, direction and first word can be one stream. */
const groupKey = ({ entry, words }: Payment): string => JSON.stringify([...groupFields(entry), words[0]])

/**
 * Derives the id of each series from the text of its first payment. If several series have the same text, the ids of
 * the later series also depend on their first amount. So an id does not depend on later payments, and if the
 * counterparty has only one series, it does not change when its first payments are removed.
 */
const identify = (series: ReadonlyArray<Series>): ReadonlyArray<IdentifiedSeries> => {
  const names = new Set<string>()
  const inOrder = Array.from(series).sort((one, other) => comparePayments(firstOf(one), firstOf(other)))
  return inOrder.map((item) => {
    const { entry, words } = firstOf(item)
    const nameByText = JSON.stringify([...groupFields(entry), words])
    const nameByAmount = `${nameByText} ${String(entry.minorUnits)}`
    let name = names.has(nameByText) ? nameByAmount : nameByText
    for (let number = 2; names.has(name); number++) name = `${nameByAmount} ${String(number)}`
    names.add(name)
    return { ...item, id: textHash(name).toString(36) }
  })
}

/**
 * The payments of one person, and the streams found in them. Only groups whose payments have changed are searched
 * again. The result depends on the present payments, not on the order in which they were added.
 */
export class RecurringBook {
  private readonly groups = new Map<string, Group>()
  private readonly groupOf = new Map<string, string>()
  private readonly bookingDay
  private dismissals: ReadonlyArray<RecurringDecision> = []

  constructor(isWorkingDay: (date: string) => boolean) {
    this.bookingDay = createBookingDay(isWorkingDay)
  }

  /** The latest day of a payment, in days since 1970; `NaN` if there is none. */
  get latestDay(): number {
    let latest = NaN
    for (const { payments } of this.groups.values())
      for (const { day } of payments.values()) if (!(day <= latest)) latest = day
    return latest
  }

  put(id: string, row: LedgerRow): void {
    this.remove(id)
    const entry = toLedgerEntry(row)
    const payment = isSome(entry) ? toPayment({ ...entry.value, id }) : undefined
    if (payment === undefined) return
    const key = groupKey(payment)
    const group = this.groups.get(key) ?? { payments: new Map<string, Payment>(), series: undefined }
    group.payments.set(id, payment)
    group.series = undefined
    this.groups.set(key, group)
    this.groupOf.set(id, key)
  }

  remove(id: string): void {
    const key = this.groupOf.get(id)
    const group = key === undefined ? undefined : this.groups.get(key)
    if (key === undefined || group === undefined) return
    this.groupOf.delete(id)
    group.payments.delete(id)
    group.series = undefined
    if (group.payments.size === 0) this.groups.delete(key)
  }

  decide(decision: RecurringDecision): void {
    this.dismissals = activeDismissals([...this.dismissals, decision])
  }

  /**
   * The streams as they are on `today`, in days since 1970. They are sorted by account, currency, direction and first
   * word, and then by their first payments.
   */
  streams(today: number): ReadonlyArray<RecurringStream> {
    const streams = Array.from(this.groups)
      .sort(([one], [other]) => compareTexts(one, other))
      .flatMap(([, group]) => {
        group.series ??= identify(splitStreams(Array.from(group.payments.values()), this.bookingDay))
        return group.series.map((series) => ({
          id: series.id,
          ...describeStream(series, today, this.bookingDay),
          isDismissed: false,
        }))
      })
    const dismissed = dismissedIds(streams, this.dismissals)
    return streams.map((stream) => (dismissed.has(stream.id) ? { ...stream, isDismissed: true } : stream))
  }
}
