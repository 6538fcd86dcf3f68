import fc from 'fast-check'
import { map, NEVER, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { findRecurring } from '../../../lib/ledger/recurring/findRecurring.js'
import {
  followRecurring,
  type FollowRecurringConfig,
  type RecurringChange,
} from '../../../lib/ledger/recurring/followRecurring.js'
import { dismissRecurring, restoreRecurring } from '../../../lib/ledger/recurring/RecurringDecision.js'
import type { KnownRecurring, RecurringEvent } from '../../../lib/ledger/recurring/recurringEvents.js'
import type { RecurringStream } from '../../../lib/ledger/recurring/RecurringStream.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'
import { marbles } from '../../helpers/marbles.js'
import { createHousehold } from './household/household.js'
import { toRow } from './measureHousehold.js'
import { monthly, paymentRow, payments } from './payments.js'

const added = (rows: ReadonlyArray<LedgerRow>): ReadonlyArray<RecurringChange> =>
  rows.map((row) => ({ _tag: 'Added', id: String(row.id), row }))

const removed = (...ids: ReadonlyArray<number>): ReadonlyArray<RecurringChange> =>
  ids.map((id) => ({ _tag: 'Removed', id: String(id) }))

/** What an event says, in short. */
const short = (event: RecurringEvent): string => {
  const tag = event._tag.replace('Recurring', '')
  if (event._tag === 'RecurringGone') return tag
  const { counterparty } = event.stream
  if (event._tag === 'RecurringPaid') return `${tag} ${counterparty} ${event.payment.date}`
  return event._tag === 'RecurringPriceChanged'
    ? `${tag} ${counterparty} ${String(event.change.to)}`
    : `${tag} ${counterparty}`
}

/** Follows batches and days as they are given; returns what came after each. */
const following = (config: Omit<FollowRecurringConfig, 'today$'> = {}) => {
  const changes$ = new Subject<ReadonlyArray<RecurringChange>>()
  const today$ = new Subject<string>()
  const kept = new Map<string, RecurringStream>()
  let reported: Array<string> = []
  followRecurring(changes$, { ...config, today$ }).subscribe((event) => {
    reported.push(short(event))
    if (event._tag === 'RecurringGone') kept.delete(event.id)
    else kept.set(event.stream.id, event.stream)
  })
  const after = (act: () => void): ReadonlyArray<string> => {
    reported = []
    act()
    return reported
  }
  return {
    kept,
    batch: (changes: ReadonlyArray<RecurringChange>) => after(() => changes$.next(changes)),
    day: (date: string) => after(() => today$.next(date)),
  }
}

const sorted = (streams: Iterable<RecurringStream>): ReadonlyArray<RecurringStream> =>
  Array.from(streams).sort((one, other) => (one.id < other.id ? -1 : 1))

describe('followRecurring', () => {
  it('tells what begins, is paid, changes its price, is late and ends', () => {
    const { batch, day } = following()
    expect(day('2025-02-20')).toEqual([])
    expect(batch(added(payments(monthly(2))))).toEqual([])
    expect(batch(added([paymentRow(3, '2025-03-05', -9.99)]))).toEqual(['Started netflix'])
    expect(day('2025-04-05')).toEqual([])
    expect(batch(added([paymentRow(4, '2025-04-05', -9.99)]))).toEqual(['Paid netflix 2025-04-05'])
    expect(batch(added([paymentRow(5, '2025-05-05', -11.99)]))).toEqual([
      'Paid netflix 2025-05-05',
      'PriceChanged netflix -1199',
    ])
    expect(day('2025-06-10')).toEqual([])
    expect(day('2025-06-12')).toEqual(['Late netflix'])
    expect(day('2025-06-20')).toEqual([])
    expect(day('2025-08-20')).toEqual(['Ended netflix'])
    expect(batch(added([paymentRow(9, '2025-09-05', -11.99)]))).toEqual(['Started netflix', 'Paid netflix 2025-09-05'])
  })

  it('undoes what a removed row did', () => {
    const { batch, day, kept } = following()
    day('2025-05-20')
    batch(added(payments(monthly(4))))
    batch(added([paymentRow(5, '2025-05-05', -9.99)]))
    expect(batch(removed(5))).toEqual(['Late netflix'])
    expect(Array.from(kept.values())).toEqual(findRecurring(payments(monthly(4)), { today: '2025-05-20' }))
    expect(batch(removed(1, 2, 77))).toEqual(['Gone'])
    expect(kept.size).toBe(0)
    expect(batch(added(payments(monthly(4))))).toEqual(['Started netflix', 'Late netflix'])
  })

  it('tells a pending payment and the booked one that replaces it by the same expected day', () => {
    const changes$ = new Subject<ReadonlyArray<RecurringChange>>()
    const expected: Array<string> = []
    followRecurring(changes$, { today$: of('2025-05-08') }).subscribe((event) => {
      if (event._tag === 'RecurringPaid') expected.push(`${event.stream.id} ${event.payment.expected}`)
    })
    changes$.next(added(payments(monthly(4))))
    changes$.next(added([{ ...paymentRow(5, '2025-05-05', -9.99), future: true }]))
    changes$.next(removed(5))
    changes$.next(added([paymentRow(6, '2025-05-06', -9.99)]))
    expect(expected).toHaveLength(2)
    expect(new Set(expected).size).toBe(1)
  })

  it('replaces a pending payment without an event in one batch, except that it is of another day', () => {
    const { batch, day } = following()
    day('2025-05-08')
    batch(added([...payments(monthly(4)), { ...paymentRow(5, '2025-05-05', -9.99), future: true }]))
    expect(batch([...removed(5), ...added([paymentRow(6, '2025-05-05', -9.99)])])).toEqual(['Changed netflix'])
    expect(batch([{ _tag: 'Changed', id: '6', row: paymentRow(6, '2025-05-05', -9.99) }])).toEqual([])
  })

  it('is silent about dismissed streams, whatever comes, until they are restored', () => {
    const { batch, day, kept } = following()
    day('2025-05-08')
    batch(added(payments(monthly(4))))
    const [stream] = Array.from(kept.values()) as [RecurringStream]
    expect(batch([dismissRecurring(stream)])).toEqual(['Changed netflix'])
    expect(batch(added([paymentRow(5, '2025-05-05', -9.99)]))).toEqual(['Changed netflix'])
    expect(batch(removed(1, 2, 3, 4, 5))).toEqual(['Gone'])
    expect(batch(added(payments(monthly(5))))).toEqual(['Changed netflix'])
    expect(day('2025-06-20')).toEqual(['Changed netflix'])
    expect(batch([restoreRecurring(stream)])).toEqual(['Changed netflix'])
    expect(day('2025-09-20')).toEqual(['Ended netflix'])
  })

  it('does not repeat events after a restart', () => {
    const first = following()
    first.day('2025-05-08')
    first.batch(added(payments(monthly(4))))
    const known = JSON.parse(
      JSON.stringify(
        Array.from(first.kept.values(), ({ id, state, isDismissed, lastDay, nextDay }) => ({
          id,
          state,
          isDismissed,
          lastDay,
          nextDay,
        })),
      ),
    ) as ReadonlyArray<KnownRecurring>
    const again = following({ known })
    again.day('2025-05-08')
    expect(again.batch(added(payments(monthly(4))))).toEqual([])
    expect(again.batch(added([paymentRow(5, '2025-05-05', -9.99)]))).toEqual(['Paid netflix 2025-05-05'])

    const missed = following({ known })
    missed.day('2025-06-20')
    expect(missed.batch(added(payments(monthly(5))))).toEqual(['Paid netflix 2025-05-05', 'Late netflix'])
    const other = following({ known })
    other.day('2025-06-20')
    expect(other.batch(added(payments(monthly(4), -5, 'Spotify')))).toEqual(['Gone', 'Started spotify', 'Late spotify'])
  })

  it('keeps dismissals over a restart', () => {
    const decisions = findRecurring(payments(monthly(4))).map(dismissRecurring)
    const { batch, day } = following({ decisions })
    day('2025-05-20')
    expect(batch(added(payments(monthly(4))))).toEqual(['Changed netflix'])
  })

  it('takes the latest day of the rows until there is another, and no day before the last one', () => {
    const { batch, day } = following()
    expect(batch(added(payments(monthly(6))))).toEqual(['Started netflix'])
    expect(day('2025-08-20')).toEqual(['Late netflix'])
    expect(day('2025-07-01')).toEqual([])
  })

  it('reads the days of a clock, as they begin in UTC', () => {
    marbles(({ clock, cold, expectObservable, start }) => {
      // The clock begins on 1 January 2026; the sixth payment is expected on Friday, the 2nd, and late after five days.
      expect(new Date(start).toISOString()).toBe('2026-01-01T00:00:00.000Z')
      const rows = payments(['2025-08-04', '2025-09-02', '2025-10-02', '2025-11-03', '2025-12-02'])
      const tags$ = followRecurring(cold('60m a', { a: added(rows) }), { clock }).pipe(map(({ _tag }) => _tag))
      expectObservable(tags$, '20000m !').toBe('60m a 10019m 59s 999ms b', {
        a: 'RecurringStarted',
        b: 'RecurringLate',
      })
    })
  })

  it('notices a day that began while the machine slept, and clears its timer', () => {
    const clock = createVirtualClock({ start: Date.UTC(2025, 4, 20, 12) })
    const reported: Array<string> = []
    const changes$ = new Subject<ReadonlyArray<RecurringChange>>()
    const subscription = followRecurring(changes$, { clock }).subscribe((event) => reported.push(short(event)))
    changes$.next(added(payments(monthly(5))))
    clock.sleep(30 * 86_400_000)
    clock.wake()
    expect(reported).toEqual(['Started netflix', 'Late netflix'])
    clock.stepWall(-20 * 86_400_000)
    clock.advance(86_400_000)
    expect(reported).toHaveLength(2)
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('is cold, completes with both sources, and fails with either', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const changes$ = cold('a-|', { a: added(payments(monthly(4))) })
      const today$ = cold('a---|', { a: '2025-04-08' })
      const tags$ = followRecurring(changes$, { today$ }).pipe(map(({ _tag }) => _tag))
      expectObservable(tags$).toBe('a---|', { a: 'RecurringStarted' })
      expectObservable(tags$, '-^-!').toBe('-a', { a: 'RecurringStarted' })
      expectSubscriptions(changes$.subscriptions).toBe(['^-!', '-^-!'])
      expectSubscriptions(today$.subscriptions).toBe(['^---!', '-^-!'])
      const failure = new Error('no database')
      expectObservable(
        followRecurring(
          throwError(() => failure),
          { today$: NEVER },
        ),
      ).toBe('#', {}, failure)
      expectObservable(followRecurring(NEVER, { today$: throwError(() => failure) })).toBe('#', {}, failure)
    })
  })

  it.each<[unknown]>([
    [{ _tag: 'Foo' }],
    [{ _tag: 'Erased' }],
    [{ _tag: 'Added', id: '1' }],
    [{ _tag: 'Dismissed' }],
    [null],
  ])('fails with a typed error for a batch with %j', (change) => {
    const log: Array<unknown> = []
    const change$ = of([change as RecurringChange])
    followRecurring(change$, { today$: NEVER }).subscribe({ error: (error) => log.push(error) })
    expect(log).toEqual([expect.any(ConfigError)])
    expect(log).toMatchObject([{ issues: [{ path: '/changes$' }] }])
  })

  it('names wrong options, and days that are none', () => {
    const wrong = { clock: {}, known: [{ id: 7 }], tody$: 1 } as never
    expect(() => followRecurring(NEVER, wrong)).toThrow(ConfigError)
    expect(() => followRecurring(NEVER, { clock: createVirtualClock(), today$: NEVER })).toThrow(/clock/)
    const errors: Array<unknown> = []
    followRecurring(NEVER, { today$: of('2026-02-30') }).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([expect.any(ConfigError)])
  })

  describe('laws', () => {
    const { entries, today } = createHousehold(2)
    const rows = entries.slice(-500).map(toRow)
    const expected = sorted(findRecurring(rows, { today }))

    /** Batches of any size, in any order, with rows among them that are removed again, changed, or that come twice. */
    const batches = fc
      .tuple(
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 }),
        fc.subarray(rows.slice(0, 60)),
      )
      .map(([shuffled, sizes, touched]) => {
        const parts: Array<ReadonlyArray<RecurringChange>> = []
        let rest = added(shuffled)
        for (const size of sizes) {
          parts.push(rest.slice(0, size))
          rest = rest.slice(size)
        }
        const changed = touched.map((row): RecurringChange => ({ _tag: 'Changed', id: String(row.id), row }))
        const strange = added(touched.map((row) => ({ ...row, id: `strange ${String(row.id)}` })))
        const undone = strange.map(({ id }): RecurringChange => ({ _tag: 'Removed', id }))
        return [...parts, strange, rest, changed, undone]
      })

    it('end where findRecurring does, from any order and in batches of any size', () => {
      expect(expected.length).toBeGreaterThan(3)
      fc.assert(
        fc.property(batches, (all) => {
          const { batch, day, kept } = following()
          day(today)
          for (const changes of all) batch(changes)
          expect(sorted(kept.values())).toEqual(expected)
        }),
        { numRuns: 4 },
      )
    })

    it('end where it does when all rows of a part are removed', () => {
      const { batch, day, kept } = following()
      day(today)
      batch(added(rows))
      batch(rows.slice(300).map(({ id }) => ({ _tag: 'Removed', id: String(id) })))
      expect(sorted(kept.values())).toEqual(sorted(findRecurring(rows.slice(0, 300), { today })))
      batch(rows.map(({ id }) => ({ _tag: 'Removed', id: String(id) })))
      expect(kept.size).toBe(0)
    })
  })
})
