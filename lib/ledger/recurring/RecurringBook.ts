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

/** A series and its lasting id. */
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
 * Derives the id of each series from the text of its first payment. If several series have the same text, the ids of those
 * that began later also depend on their first amount. So an id does not depend on later payments, and if the counterparty
 * has only one series, it does not change when its first payments are removed.
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
 * The payments of one person, and the streams found in them. Only groups whose payments have changed are searched again. The
 * result depends on the present payments, not on the order in which they came.
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
   * The streams as they are on `today`, in days since 1970. They are sorted by account, currency, direction and first word,
   * and then by their first payments.
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
