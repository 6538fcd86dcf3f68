import {
  concat,
  concatMap,
  defer,
  EMPTY,
  NEVER,
  type Observable,
  of,
  repeat,
  retry,
  share,
  shareReplay,
  Subject,
  switchMap,
  take,
  throwError,
} from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { reserveKey } from '../../../lib/streams/polling/changes.js'
import { listResponse, memoryStore, row, serverStart, updatedStocks, watch } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { after, watching } from '../../helpers/watching.js'

const refused = (key: string): unknown =>
  expect.objectContaining({
    _tag: 'ConfigError',
    issues: [
      {
        path: '/key',
        expected: `a key of its own; another running watcher uses ${JSON.stringify(key)}`,
      },
    ],
  })

describe('reserveKey', () => {
  it('refuses a second watcher of a key, which it names, and leaves the first alone', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const store = memoryStore()
      const [first, second] = [cold('---a--|'), cold('b')]
      expectObservable(reserveKey(clock, store, 'x', first)).toBe('---a--|')
      expectObservable(reserveKey(clock, store, 'x', second), '-^').toBe('-#', undefined, refused('x'))
      expectSubscriptions(first.subscriptions).toBe('^-----!')
      expectSubscriptions(second.subscriptions).toBe([])
    })
  })

  it('lets watchers of other keys, and of other stores, be', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const store = memoryStore()
      expectObservable(reserveKey(clock, store, 'x', cold('-a')), '^--!').toBe('-a')
      expectObservable(reserveKey(clock, store, 'y', cold('-b')), '^--!').toBe('-b')
      expectObservable(reserveKey(clock, { ...store }, 'x', cold('-c')), '^--!').toBe('-c')
    })
  })

  it.each([
    ['has completed', '--|', '^'],
    ['has errored', '--#', '^'],
    ['is unsubscribed', '--', '^-!'],
  ])('gives the key to the next watcher when the first %s', (_, first, heard) => {
    marbles(({ cold, clock, expectObservable }) => {
      const store = memoryStore()
      expectObservable(reserveKey(clock, store, 'x', cold(first)), heard).toBe(first)
      expectObservable(reserveKey(clock, store, 'x', cold('a|')), '--^').toBe('--a|')
    })
  })

  /** Counts the subscriptions to a stream that begins after a second. */
  const again = (stream: () => Observable<unknown>) => {
    const clock = createVirtualClock()
    let subscriptions = 0
    const source = reserveKey(
      clock,
      memoryStore(),
      'x',
      defer(() => (subscriptions++, after(clock, 1000).pipe(concatMap(stream)))),
    )
    return { clock, source, count: () => subscriptions }
  }

  it.each([
    ['retry', (source) => source.pipe(retry(2))],
    ['retry behind share', (source) => source.pipe(share(), retry(2))],
    ['retry behind shareReplay', (source) => source.pipe(shareReplay(1), retry(2))],
  ] satisfies ReadonlyArray<[string, (source: Observable<unknown>) => Observable<unknown>]>)(
    'bears %s',
    (_, operate) => {
      const { clock, source, count } = again(() => throwError(() => new Error('gone')))
      const errors: Array<unknown> = []
      operate(source).subscribe({ error: (error) => errors.push(error) })
      clock.advance(10_000)
      expect([count(), errors]).toEqual([3, [new Error('gone')]])
    },
  )

  it.each([
    ['repeat', (source) => source.pipe(repeat(3))],
    ['repeat behind take and share', (source) => source.pipe(take(1), share(), repeat(3))],
    ['concat', (source) => concat(source.pipe(take(1)), source.pipe(take(1)), source)],
    ['switchMap', (source) => of(1, 2, 3).pipe(switchMap(() => source))],
  ] satisfies ReadonlyArray<[string, (source: Observable<unknown>) => Observable<unknown>]>)(
    'bears %s',
    (_, operate) => {
      const { clock, source, count } = again(() => of('a'))
      const errors: Array<unknown> = []
      operate(source).subscribe({ error: (error) => errors.push(error) })
      clock.advance(10_000)
      expect([count(), errors]).toEqual([3, []])
    },
  )

  it('bears switchMap from a watcher that continues', () => {
    const { source, count } = again(() => NEVER)
    const switches = new Subject<void>()
    const errors: Array<unknown> = []
    const subscription = switches.pipe(switchMap(() => source)).subscribe({ error: (error) => errors.push(error) })
    for (let i = 0; i < 3; i++) switches.next()
    subscription.unsubscribe()
    source.subscribe({ error: (error) => errors.push(error) })
    expect([count(), errors]).toEqual([4, []])
  })

  it('is not refused once it is unsubscribed', () => {
    const { clock, source } = again(() => NEVER)
    const errors: Array<unknown> = []
    source.subscribe()
    source.subscribe({ error: (error) => errors.push(error) }).unsubscribe()
    expect([clock.pending(), errors]).toEqual([1, []])
  })

  it('keeps a watcher of a list from the checkpoint of another one, whose rows it would miss', () => {
    const clock = createVirtualClock({ start: serverStart })
    const store = memoryStore()
    const process = () => EMPTY
    const feed = () => listResponse([row(1, serverStart)], serverStart)
    const first = watch(feed, { process, store }, { clock })
    const second = watch(feed, { process, store }, { clock })
    const named = watch(feed, { process, store, key: 'index' }, { clock })
    clock.advance(0)
    expect(second.errors).toEqual([refused('https://bank.example/stocks.updated?somebody')])
    expect([second.questions, second.events]).toEqual([[], []])
    expect([first, named].map(({ ids, errors }) => [ids(), errors])).toEqual([
      [[[1]], []],
      [[[1]], []],
    ])
    first.subscription.unsubscribe()
    expect(watch(feed, { process, store }, { clock }).errors).toEqual([])
  })

  it('does not show the address of a user', () => {
    const clock = createVirtualClock()
    const connection = watching(() => NEVER, { clock, principal: 'email=who@where.example' })
    const errors: Array<unknown> = []
    const config = { store: memoryStore(), process: () => EMPTY }
    for (let i = 0; i < 2; i++)
      changes(connection)(updatedStocks, config).subscribe({ error: (error) => errors.push(error) })
    clock.advance(0)
    expect(errors).toEqual([refused('https://bank.example/stocks.updated?email=…')])
  })
})
