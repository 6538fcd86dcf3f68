import { none } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, EMPTY, ignoreElements, map, NEVER, type Observable, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { memoryCheckpointStore } from '../../../lib/server/checkpoints/memoryCheckpointStore.js'
import type { UpdatedBatch } from '../../../lib/streams/polling/ChangesConfig.js'
import {
  type Consent,
  type ConsentedItem,
  watchConsents,
  type WatchConsentsConfig,
  type WatchedRounds,
} from '../../../lib/streams/polling/watchConsents.js'
import { marbles } from '../../helpers/marbles.js'

const day = 24 * 3_600_000
const start = Date.UTC(2026, 0, 1)
const consent = (days: number, id = 7): ConsentedItem => ({
  id,
  authentication_expires_at: new Date(start + days * day),
})

const describeConsent = (one: Consent<ConsentedItem>): string => {
  if (one._tag === 'unreadable') return 'unreadable'
  const noticeDays = one._tag === 'ending' ? ` ${String(one.noticeDays)}` : ''
  return `${one._tag}${noticeDays} of ${String((one.endsAt.getTime() - start) / day)}`
}

/** A round on a day of the clock, in which the service has an item. */
interface Round {
  readonly on: number
  readonly item: ConsentedItem
}

/** A process that watches for some rounds, and is then killed. */
const run = (rounds$: Observable<Round>, config: WatchConsentsConfig): Observable<string> =>
  defer(() => {
    const clock = createVirtualClock({ start })
    let item = consent(0)
    const items = {
      get: () => of(item),
      watchUpdated: ({ process }: WatchedRounds<ConsentedItem>): Observable<UpdatedBatch<ConsentedItem>> =>
        rounds$.pipe(
          concatMap((round) => {
            clock.stepWall(start + round.on * day - clock.wall())
            item = round.item
            const batch = { resources: [item], rejected: [], checkpoint: none, isLast: true }
            return concat(process(batch).pipe(ignoreElements()), of(batch))
          }),
        ),
    }
    return watchConsents(items, { clock, ...config }).pipe(map(describeConsent))
  })

const report = (rounds: ReadonlyArray<readonly [on: number, end: number]>, config: WatchConsentsConfig) => {
  const seen: Array<string> = []
  run(of(...rounds.map(([on, end]) => ({ on, item: consent(end) }))), config).subscribe({
    next: (line) => seen.push(line),
    error: (error: { readonly _tag?: string; readonly message: string }) => seen.push(error._tag ?? error.message),
  })
  return seen
}

/** Rounds with an item that has an end as the service sent it. */
const reportItems = (rounds: ReadonlyArray<readonly [on: number, fields: object]>, config: WatchConsentsConfig) => {
  const seen: Array<string> = []
  const items = rounds.map(([on, fields]) => ({ on, item: { id: 7, ...fields } as ConsentedItem }))
  run(of(...items), config).subscribe((line) => seen.push(line))
  return seen
}

const noticeDays = [30, 7, 1]

describe('the notices of watchConsents', () => {
  it.each<[string, WatchConsentsConfig]>([
    ['no list', { noticeDays: 7 as never }],
    ['a notice of the end', { noticeDays: [7, 0] }],
    ['half a day', { noticeDays: [0.5] }],
    ['a notice twice', { noticeDays: [7, 7] }],
  ])('refuses %s', (_, config) => expect(report([], config)).toEqual(['ConfigError']))

  it('needs a key for a store, and a store with load and save', () => {
    expect(report([], { store: memoryCheckpointStore() })).toEqual(['ConfigError'])
    expect(report([], { store: memoryCheckpointStore(), key: '' })).toEqual(['ConfigError'])
    expect(report([], { store: {} as never, key: 'A6J' })).toEqual(['ConfigError'])
    expect(report([], { process: 'mail' as never })).toEqual(['ConfigError'])
  })

  it('are emitted once each, in the order in which a consent reaches them', () => {
    marbles(({ cold, expectObservable }) => {
      const item = consent(100)
      const rounds = { a: 69, b: 70, c: 80, d: 93, e: 99, f: 99.5, g: 100, h: 130 }
      const values = Object.fromEntries(Object.entries(rounds).map(([key, on]) => [key, { on, item }]))
      const lines = { b: 'ending 30 of 100', d: 'ending 7 of 100', e: 'ending 1 of 100', g: 'ended of 100' }
      expectObservable(run(cold('abcdefgh', values), { noticeDays })).toBe('-b-de-g-', lines)
    })
  })

  it('that passed since the last round are emitted as the one nearest to the end', () => {
    expect(report([[99.5, 100]], { noticeDays })).toEqual(['ending 1 of 100'])
    expect(
      report(
        [
          [70, 100],
          [99, 100],
        ],
        { noticeDays },
      ),
    ).toEqual(['ending 30 of 100', 'ending 1 of 100'])
    expect(report([[400, 100]], { noticeDays })).toEqual(['ended of 100'])
  })

  it('are all emitted again for a renewed consent', () => {
    expect(
      report(
        [
          [93, 100],
          [94, 280],
          [250, 280],
          [273, 280],
          [279, 280],
          [280, 280],
        ],
        { noticeDays },
      ),
    ).toEqual([
      'ending 7 of 100',
      'renewed of 280',
      'ending 30 of 280',
      'ending 7 of 280',
      'ending 1 of 280',
      'ended of 280',
    ])
  })

  it('are emitted once by a clock that jumps forwards and back', () => {
    const jumps = [70, 99, 70, 10, 99, 100, 71].map((on): [number, number] => [on, 100])
    expect(report(jumps, { noticeDays })).toEqual(['ending 30 of 100', 'ending 1 of 100', 'ended of 100'])
  })

  it.each([
    ['two noticeDays', 110, ['ending 7 of 100', 'ending 30 of 110']],
    ['one notice', 98, ['ending 7 of 100', 'ending 7 of 98']],
    ['a notice and no notice', 280, ['ending 7 of 100', 'renewed of 280']],
  ] as const)('are emitted once for each of two ends that take turns, at %s', (_, other, expected) => {
    const turns = Array.from({ length: 8 }, (__, turn): [number, number] => [94 + turn / 100, turn % 2 ? other : 100])
    expect(report(turns, { noticeDays })).toEqual(expected)
  })

  it.each([
    ['an hour', 1 / 24],
    ['half a day', 0.5],
    ['a day', 1],
    ['three days', 3],
  ])('are emitted once in 30 days for an end that moves with the clock, in rounds every %s', (_, every) => {
    const rounds = Array.from({ length: Math.ceil(30 / every) + 1 }, (__, index): [number, number] => {
      const on = index * every
      // The service computes the end when it refreshes the item, twice a day.
      return [on, Math.floor(on * 2) / 2 + 7.2]
    })
    expect(report(rounds, { noticeDays: [30] })).toEqual(['ending 30 of 7.2'])
    expect(report(rounds, { noticeDays: [7] }).length).toBeLessThanOrEqual(1)
    const store = memoryCheckpointStore()
    const restarted = rounds.flatMap((round) => report([round], { noticeDays: [30], store, key: 'A6J' }))
    expect(restarted).toEqual(['ending 30 of 7.2'])
  })

  it('are emitted for an end that no longer moves', () => {
    const moving = Array.from({ length: 10 }, (_, on): [number, number] => [on, on + 5])
    const fixed = Array.from({ length: 8 }, (_, index): [number, number] => [10 + index, 15])
    expect(report([...moving, ...fixed], { noticeDays: [7, 1] })).toEqual([
      'ending 7 of 5',
      'ending 7 of 15',
      'ending 1 of 15',
      'ended of 15',
    ])
  })

  it.each([
    ['a day', '2026-01-31', 30],
    ['a time without a zone', '2026-01-31T12:00:00', 30.5],
    ['a text', '2026-01-31T00:00:00Z', 30],
  ])('are those of %s, which is read as UTC', (_, authentication_expires_at, end) => {
    const rounds = [0, 24, 31].map((on) => [on, { authentication_expires_at }] as const)
    expect(reportItems(rounds, { noticeDays: [7] })).toEqual([`ending 7 of ${String(end)}`, `ended of ${String(end)}`])
  })

  it.each([[1769817600], ['soon'], [{}]])('cannot be emitted for the end %p, which is reported once', (end) => {
    const fields = { authentication_expires_at: end }
    const rounds = [0, 1, 2, 100].map((on) => [on, fields] as const)
    expect(reportItems(rounds, { noticeDays })).toEqual(['unreadable'])
    const store = memoryCheckpointStore()
    const restarted = rounds.flatMap((round) => reportItems([round], { noticeDays, store, key: 'A6J' }))
    expect(restarted).toEqual(['unreadable'])
    const readable = [3, { authentication_expires_at: new Date(start + 6 * day) }] as const
    expect(reportItems([...rounds.slice(0, 2), readable], { noticeDays })).toEqual(['unreadable', 'ending 7 of 6'])
    expect(reportItems([readable, ...rounds.slice(3)], { noticeDays })).toEqual(['ending 7 of 6', 'ended of 6'])
  })

  it.each([
    ['1970', { authentication_expires_at: new Date(0) }],
    [
      'a time before the item was created',
      { authentication_expires_at: new Date(start), created_at: new Date(start + 1) },
    ],
  ])('are not those of %s, which is no end', (_, fields) => {
    expect(
      reportItems(
        [
          [0, fields],
          [1, fields],
        ],
        { noticeDays },
      ),
    ).toEqual([])
    expect(
      reportItems(
        [
          [0, consent(3)],
          [1, fields],
          [4, fields],
        ],
        { noticeDays },
      ),
    ).toEqual(['ending 7 of 3', 'ended of 3'])
  })

  it('are not emitted again for an end with another time of the day', () => {
    expect(
      report(
        [
          [93, 100],
          [93.1, 100.02],
          [93.2, 99.9],
        ],
        { noticeDays },
      ),
    ).toEqual(['ending 7 of 100'])
  })

  describe('with a store', () => {
    it('are emitted once over restarts, a renewal too', () => {
      const store = memoryCheckpointStore()
      const runs: ReadonlyArray<readonly [number, number]> = [
        [70, 100],
        [71, 100],
        [99.5, 100],
        [99.6, 100],
        [99.7, 280],
        [99.8, 280],
        [260, 280],
        [261, 280],
        [281, 280],
        [282, 280],
      ]
      expect(runs.flatMap((one) => report([one], { noticeDays, store, key: 'A6J' }))).toEqual([
        'ending 30 of 100',
        'ending 1 of 100',
        'renewed of 280',
        'ending 30 of 280',
        'ended of 280',
      ])
    })

    it('are those of one key', () => {
      const store = memoryCheckpointStore()
      expect(report([[70, 100]], { noticeDays, store, key: 'A6J' })).toEqual(['ending 30 of 100'])
      expect(report([[70, 100]], { noticeDays, store, key: 'B7K' })).toEqual(['ending 30 of 100'])
    })

    it('are not emitted again if another noticeDays is added or removed', () => {
      const store = memoryCheckpointStore()
      const on = (day: number, list: ReadonlyArray<number>) =>
        report([[day, 100]], { noticeDays: list, store, key: 'A6J' })
      expect(on(71, [30])).toEqual(['ending 30 of 100'])
      expect(on(72, [60, 30])).toEqual([])
      expect(on(73, [7])).toEqual([])
      expect(on(94, [30, 7])).toEqual(['ending 7 of 100'])
    })

    it('are emitted again if the store has failed, and the stream errors', () => {
      const store = memoryCheckpointStore()
      const failing = { ...store, save: () => throwError(() => new Error('full')) }
      expect(report([[70, 100]], { noticeDays, store: failing, key: 'A6J' })).toEqual(['ending 30 of 100', 'full'])
      expect(report([[71, 100]], { noticeDays, store, key: 'A6J' })).toEqual(['ending 30 of 100'])
    })

    it('are stored after `process`: a process that was killed before is called again', () => {
      const store = memoryCheckpointStore()
      const called: Array<string> = []
      const process = (end: Observable<unknown>) => (one: Consent<ConsentedItem>) => {
        called.push(describeConsent(one))
        return end
      }
      const config = { noticeDays, store, key: 'A6J' }
      expect(report([[70, 100]], { ...config, process: process(NEVER) })).toEqual([])
      expect(report([[71, 100]], { ...config, process: process(throwError(() => new Error('mail'))) })).toEqual([
        'mail',
      ])
      expect(report([[72, 100]], { ...config, process: process(EMPTY) })).toEqual(['ending 30 of 100'])
      expect(report([[73, 100]], { ...config, process: process(EMPTY) })).toEqual([])
      expect(called).toEqual(Array(3).fill('ending 30 of 100'))
    })
  })

  it('are emitted when `process` completes, and the next round waits for it', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const work$ = cold('--|')
      const rounds$ = cold('(ab)', { a: { on: 70, item: consent(100) }, b: { on: 99, item: consent(100) } })
      expectObservable(run(rounds$, { noticeDays, process: () => work$ })).toBe('--a-b', {
        a: 'ending 30 of 100',
        b: 'ending 1 of 100',
      })
      expectSubscriptions(work$.subscriptions).toBe(['^-!', '--^-!'])
    })
  })

  it('refuse a `process` that returns no work', () => {
    expect(report([[70, 100]], { noticeDays, process: (() => undefined) as never })).toEqual(['ConfigError'])
  })
})
