import * as t from 'io-ts'
import {
  concat,
  concatMap,
  defer,
  distinctUntilChanged,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  repeat,
  scan,
  tap,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { delayByEitherClock } from '../../base/clock/delay.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { isTargetDay } from '../../base/codec/bankDays.js'
import { daysSinceEpoch, dayText, plainDate } from '../../base/codec/calendar.js'
import { guardCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { type EntryChange, isEntryChange } from '../EntryChange.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import { type RecurringConfig, recurringFields } from './findRecurring.js'
import { RecurringBook } from './RecurringBook.js'
import { type RecurringDecision, recurringDecision } from './RecurringDecision.js'
import { type KnownRecurring, type KnownStreams, type RecurringEvent, recurringEvents } from './recurringEvents.js'

/** A change to the data of one person: a row is added, changed or removed, or the person decides about a stream. */
export type RecurringChange = EntryChange<LedgerRow> | RecurringDecision

/** The options of {@link followRecurring}. */
export interface FollowRecurringConfig extends RecurringConfig {
  /** The clock whose days, in UTC, decide when payments are late and streams end; default: the system's. */
  readonly clock?: Clock
  /** Emits each day, `YYYY-MM-DD`, when it begins; use it instead of a clock. A day before the last one is ignored. */
  readonly today$?: Observable<string>
  /** The streams that were known before a restart, so that their events are not emitted again. Plain data, for JSON. */
  readonly known?: ReadonlyArray<KnownRecurring>
}

const knownCodec = /* @__PURE__ */ guardCodec(
  'a stream with id, state, isDismissed, lastDay and nextDay',
  (u): u is KnownRecurring =>
    object.is(u) &&
    typeof u.id === 'string' &&
    typeof u.state === 'string' &&
    t.boolean.is(u.isDismissed) &&
    plainDate.is(u.lastDay) &&
    plainDate.is(u.nextDay),
)

const configCodec = /* @__PURE__ */ options(
  'options',
  {},
  {
    ...recurringFields,
    clock: clockCodec,
    today$: /* @__PURE__ */ observableCodec<Observable<string>>('an Observable of days'),
    known: /* @__PURE__ */ list(knownCodec),
  },
)

const dayLength = 86_400_000

/** Emits the present day of a clock, and then each day when it begins. */
const daysOf = (clock: Clock): Observable<string> =>
  defer(() => {
    const day = Math.floor(clock.wall() / dayLength)
    const toMidnight = (day + 1) * dayLength - clock.wall()
    return concat(of(dayText(day)), delayByEitherClock(clock, toMidnight).pipe(ignoreElements()))
  }).pipe(repeat())

const toDay = (day: string): string => {
  if (plainDate.is(day)) return day
  throw wrongOption('/today$', 'days, YYYY-MM-DD')
}

const expectedChange =
  'batches of changes of rows (Added, Changed and Removed) and decisions; leave out other changes, such as Erased'

const applyChange = (book: RecurringBook, change: RecurringChange): void => {
  if (isEntryChange(change)) {
    if (change._tag === 'Removed') book.remove(change.id)
    else book.put(change.id, change.row)
  } else if (recurringDecision.is(change)) book.decide(change)
  else throw wrongOption('/changes$', expectedChange)
}

const knownById = (streams: ReadonlyArray<KnownRecurring>): KnownStreams =>
  new Map(streams.map((stream) => [stream.id, stream]))

/**
 * Follows the recurring payments of one person: the result of {@link findRecurring}, as it changes with rows and days.
 *
 * The source emits batches of changed rows and of the person's decisions. The first batch has to contain all rows of
 * the person as `Added`. After each batch, and when a day begins, `followRecurring` emits the events between the
 * previous result of `findRecurring` and the present one. So the final result depends neither on the order of rows nor
 * on the size of batches, and removing a row undoes its effects. To have this result, a program stores the `stream` of
 * each event by its id, and deletes removed streams.
 *
 * The stream is cold: each subscription has its own rows. It errors with the source or with `today$`, and completes
 * when both have completed; without `today$`, it never completes. Unsubscribing unsubscribes from both, and clears the
 * timer. Throws a `ConfigError` for wrong options, and errors with one if a batch contains anything other than changes.
 *
 * @example
 * import { followRecurring } from 'rxbank/recurring'
 * import { of } from 'rxjs'
 *
 * const changes = ['2026-01-05', '2026-02-05', '2026-03-05'].map((date, id) => ({
 *   _tag: 'Added' as const,
 *   id: String(id),
 *   row: { id, date, account_id: 1, amount: -9.99, currency_code: 'EUR', clean_description: 'Netflix' },
 * }))
 * const log: Array<string> = []
 * followRecurring(of(changes), { today$: of('2026-03-10', '2026-04-10', '2026-04-20') }).subscribe(({ _tag }) => log.push(_tag))
 * assert.deepStrictEqual(log, ['RecurringStarted', 'RecurringLate'])
 */
export const followRecurring = (
  changes$: Observable<ReadonlyArray<RecurringChange>>,
  config: FollowRecurringConfig = {},
): Observable<RecurringEvent> => {
  const { isWorkingDay = isTargetDay, decisions = [], clock, today$, known = [] } = decodeOptions(configCodec, config)
  if (clock !== undefined && today$ !== undefined) throw wrongOption('/clock', 'left out, as today$ has the days')
  const days$ = (today$ ?? daysOf(clock ?? systemClock)).pipe(
    map(toDay),
    scan((latest, day) => (day > latest ? day : latest)),
    distinctUntilChanged(),
  )
  return defer(() => {
    const book = new RecurringBook(isWorkingDay)
    for (const decision of decisions) book.decide(decision)
    let previous = knownById(known)
    let today: string | undefined
    let hasRows = false

    const emitChanges = (): ReadonlyArray<RecurringEvent> => {
      const streams = book.streams(today === undefined ? book.latestDay : daysSinceEpoch(today))
      const events = recurringEvents(previous, streams)
      previous = knownById(streams)
      return events
    }
    const day$ = days$.pipe(tap((day) => (today = day)))
    const batch$ = changes$.pipe(
      tap((batch) => {
        hasRows = true
        for (const change of batch) applyChange(book, change)
      }),
    )
    return merge(day$, batch$).pipe(
      filter(() => hasRows),
      concatMap(() => from(emitChanges())),
    )
  })
}
