import { isSome } from 'fp-ts/lib/Option.js'
import { textHash } from '../../base/hash/textHash.js'
import type { LedgerEntry } from '../LedgerEntry.js'
import { type LedgerRow, toLedgerEntry } from '../toLedgerEntry.js'
import { createBookingDay } from './bankDays.js'
import { describeStream } from './describeStream.js'
import { activeDismissals, dismissedIds } from './dismissals.js'
import { comparePayments, compareTexts, type Payment, toPayment } from './Payment.js'
import type { RecurringDecision } from './RecurringDecision.js'
import type { RecurringStream } from './RecurringStream.js'
import { firstOf, type Series } from './Series.js'
import { splitStreams } from './splitStreams.js'

/** A series and the id that it keeps. */
interface IdentifiedSeries extends Series {
  readonly id: string
}

interface Group {
  readonly payments: Map<string, Payment>
  /** What the payments were split into; `undefined` since they have changed. */
  series: ReadonlyArray<IdentifiedSeries> | undefined
}

const side = ({ account, currency, minorUnits }: LedgerEntry): ReadonlyArray<unknown> => [
  account,
  currency,
  minorUnits > 0n,
]

/** Payments of one group may belong to one stream: of one account, currency and direction, with the same first word. */
const groupKey = ({ entry, words }: Payment): string => JSON.stringify([...side(entry), words[0]])

/**
 * Names each series by the texts of its first payment; those that began later, with the same texts, by its amount too. So a
 * name does not depend on later payments; nor, if the counterparty has one series, on the first ones.
 */
const identify = (series: ReadonlyArray<Series>): ReadonlyArray<IdentifiedSeries> => {
  const names = new Set<string>()
  const inOrder = Array.from(series).sort((one, other) => comparePayments(firstOf(one), firstOf(other)))
  return inOrder.map((one) => {
    const { entry, words } = firstOf(one)
    const texts = JSON.stringify([...side(entry), words])
    const ofAmount = `${texts} ${String(entry.minorUnits)}`
    let name = names.has(texts) ? ofAmount : texts
    for (let twin = 2; names.has(name); twin++) name = `${ofAmount} ${String(twin)}`
    names.add(name)
    return { ...one, id: textHash(name).toString(36) }
  })
}

/**
 * The payments of one person, and the streams that they are. Only the groups whose payments have changed are split again,
 * so what is found depends on the payments that are there, and not on how they came.
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

  /** The streams on a day since 1970, by counterparty, and then by their first payments. */
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
