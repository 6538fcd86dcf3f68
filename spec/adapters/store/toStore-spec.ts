import { defer, EMPTY, NEVER, Observable, of, config as rxjs, Subject, throwError } from 'rxjs'
import type { Store } from '../../../lib/adapters/store/Store.js'
import { toStore } from '../../../lib/adapters/store/toStore.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { marbles } from '../../helpers/marbles.js'

/** What a listener reads at each change, in short. */
const listen = (store: Store<unknown>): { readonly seen: ReadonlyArray<string>; readonly stop: () => void } => {
  const seen: Array<string> = []
  const stop = store.subscribe(() => {
    const { value, status, error, isStale } = store.getSnapshot()
    seen.push([String(value), status, ...(isStale ? ['stale'] : []), ...(error ? [error.message] : [])].join(' '))
  })
  return { seen, stop }
}

describe('toStore', () => {
  it('starts nothing before somebody listens', () => {
    marbles(({ cold, clock, expectSubscriptions }) => {
      const stream = cold('a-b')
      const store = toStore(stream, { clock, initialValue: '-' })
      expect(store.getSnapshot()).toEqual({ value: '-', error: undefined, status: 'loading', isStale: false })
      expect(store.getServerSnapshot()).toBe(store.getSnapshot())
      store.reload()
      expectSubscriptions(stream.subscriptions).toBe([])
    })
  })

  it('reloads a stream whose teardown throws', () => {
    let starts = 0
    const stream = new Observable<number>((subscriber) => {
      subscriber.next(++starts)
      return () => {
        throw new Error('s3cr3t')
      }
    })
    const store = toStore(stream, { clock: createVirtualClock() })
    const { seen } = listen(store)
    store.reload()
    expect(seen).toEqual(['undefined loading', '1 active', '1 loading stale', '2 active'])
  })

  it('shares one subscription, and keeps it for five seconds after the last listener', () => {
    const clock = createVirtualClock()
    const subscriptions: Array<string> = []
    const source = new Subject<number>()
    const store = toStore(source, { clock })
    const note = () => subscriptions.push(source.observed ? 'open' : 'closed')
    const [one, other] = [listen(store), listen(store)]
    one.stop()
    note()
    other.stop()
    clock.advance(4_999)
    note()
    const again = listen(store)
    clock.advance(60_000)
    note()
    again.stop()
    clock.advance(5_000)
    note()
    expect(subscriptions).toEqual(['open', 'open', 'open', 'closed'])
    expect(clock.pending()).toBe(0)
  })

  it('subscribes once where a component is mounted twice in a row', () => {
    marbles(({ cold, clock, expectSubscriptions, flush }) => {
      const stream = cold('5ms a')
      const store = toStore(stream, { clock, keepFor: 0 })
      store.subscribe(() => undefined)()
      store.subscribe(() => undefined)
      flush()
      expectSubscriptions(stream.subscriptions).toBe('^')
    })
  })

  it('runs for a reader without a listener that renews its wait, and for no other', async () => {
    const clock = createVirtualClock()
    const source = new Subject<number>()
    const store = toStore(source, { clock, keepFor: 0 })
    let resolved = 0
    const wait = () => void store.whenLoaded().then(() => resolved++)
    for (let waits = 1; waits <= 20; waits++) {
      wait()
      clock.advance(4_999)
      await Promise.resolve()
      expect([resolved, source.observed]).toEqual([waits - 1, true])
      clock.advance(1)
      await Promise.resolve()
      expect([resolved, source.observed]).toEqual([waits, true])
      clock.advance(999)
    }
    expect([source.observed, store.getSnapshot().status]).toEqual([true, 'loading'])
    clock.advance(1)
    expect([source.observed, clock.pending()]).toEqual([false, 0])
  })

  it.each<[string, (source: Subject<number>) => void, string]>([
    ['a value', (source) => source.next(1), 'active'],
    ['the end', (source) => source.complete(), 'complete'],
    ['an error', (source) => source.error(new Error('lost')), 'error'],
  ])('resolves at %s, which it holds for a second', async (_, happen, status) => {
    const clock = createVirtualClock()
    const source = new Subject<number>()
    const store = toStore(source, { clock, keepFor: 0 })
    const waiting = store.whenLoaded()
    clock.advance(2_000)
    happen(source)
    await waiting
    await store.whenLoaded()
    clock.advance(999)
    expect(store.getSnapshot().status).toBe(status)
    clock.advance(1)
    expect([store.getSnapshot(), source.observed, clock.pending()]).toEqual([store.getServerSnapshot(), false, 0])
  })

  it('goes on for a listener that came while it loaded', async () => {
    const clock = createVirtualClock()
    const source = new Subject<number>()
    const store = toStore(source, { clock, keepFor: 0 })
    const waiting = store.whenLoaded()
    source.next(1)
    await waiting
    const { seen, stop } = listen(store)
    clock.advance(60_000)
    source.next(2)
    stop()
    clock.advance(0)
    expect([seen, source.observed]).toEqual([['2 active'], false])
  })

  it('drops the value once the stream is unsubscribed: the next reader may be another user', () => {
    const clock = createVirtualClock()
    const store = toStore(of('secret'), { clock, initialValue: '', keepFor: 100 })
    listen(store).stop()
    expect(store.getSnapshot().value).toBe('secret')
    clock.advance(100)
    expect(store.getSnapshot()).toBe(store.getServerSnapshot())
  })

  it('tells each value, and the end', () => {
    const source = new Subject<number>()
    const { seen } = listen(toStore(source))
    source.next(1)
    source.next(2)
    source.complete()
    expect(seen).toEqual(['undefined loading', '1 active', '2 active', '2 complete'])
  })

  it('has a value at once where the stream has', () => {
    const store = toStore(of(7))
    store.subscribe(() => undefined)
    expect(store.getSnapshot()).toEqual({ value: 7, error: undefined, status: 'complete', isStale: false })
  })

  it('completes with the initial value where the stream is empty', () => {
    const store = toStore<number>(EMPTY, { initialValue: 0 })
    store.subscribe(() => undefined)
    expect(store.getSnapshot()).toEqual({ value: 0, error: undefined, status: 'complete', isStale: false })
  })

  it('keeps the value beside an error, and reloads', () => {
    const sources = [new Subject<number>(), new Subject<number>()]
    const inTurn = [...sources]
    const store = toStore(defer(() => inTurn.shift() ?? NEVER))
    const { seen } = listen(store)
    sources[0]?.next(1)
    sources[0]?.error(new Error('lost'))
    store.reload()
    sources[1]?.next(2)
    expect(seen.slice(1)).toEqual(['1 active', '1 error lost', '1 loading stale', '2 active'])
  })

  it('reloads at once when a listener asks for it after a synchronous failure', () => {
    const sources = [throwError(() => new Error('lost')), of(2)]
    const store = toStore(defer(() => sources.shift() ?? NEVER))
    store.subscribe(() => {
      if (store.getSnapshot().status === 'error') store.reload()
    })
    expect(store.getSnapshot()).toMatchObject({ value: 2, error: undefined, status: 'complete' })
  })

  it('wraps what is thrown and is no Error', () => {
    const store = toStore(throwError(() => ({ message: 'refused' })))
    store.subscribe(() => undefined)
    expect(store.getSnapshot().error).toEqual(new Error('refused'))
  })

  it('has the same snapshot until something changes', () => {
    const source = new Subject<number>()
    const store = toStore(source)
    store.subscribe(() => undefined)
    source.next(1)
    const before = store.getSnapshot()
    expect(store.getSnapshot()).toBe(before)
    source.next(1)
    expect(store.getSnapshot()).not.toBe(before)
  })

  it('calls the other listeners where one throws, and reports what it threw', () => {
    const reported: Array<unknown> = []
    rxjs.onUnhandledError = (error) => reported.push(error)
    jest.useFakeTimers()
    const source = new Subject<number>()
    const store = toStore(source)
    let isBroken = false
    store.subscribe(() => {
      if (isBroken) throw new Error('a broken listener')
    })
    const { seen } = listen(store)
    isBroken = true
    source.next(1)
    jest.runAllTimers()
    jest.useRealTimers()
    rxjs.onUnhandledError = null
    expect(seen).toEqual(['1 active'])
    expect(reported).toEqual([new Error('a broken listener')])
  })

  it('can be stopped twice, and from within a listener', () => {
    const source = new Subject<number>()
    const store = toStore(source, { keepFor: 0, clock: createVirtualClock() })
    const calls: Array<string> = []
    const stop = store.subscribe(() => {
      calls.push(store.getSnapshot().status)
      if (store.getSnapshot().status === 'active') stop()
    })
    source.next(1)
    source.next(2)
    stop()
    expect(calls).toEqual(['loading', 'active'])
  })

  it.each<[string, unknown, unknown]>([
    ['stream', Promise.resolve(1), {}],
    ['keepFor', NEVER, { keepFor: -1 }],
    ['keepfor', NEVER, { keepfor: 1 }],
    ['clock', NEVER, { clock: Date }],
  ])('refuses %s', (path, stream, config) => {
    const make = toStore as (stream: unknown, config: unknown) => unknown
    expect(() => make(stream, config)).toThrow(ConfigError)
    expect(() => make(stream, config)).toThrow(path)
  })

  it('has the type of the stream, whatever the initial value', () => {
    const state$: Observable<'idle' | 'busy'> = of('busy')
    const state: 'idle' | 'busy' = toStore(state$, { initialValue: 'idle' }).getSnapshot().value
    const nothing: 'idle' | 'busy' | null = toStore(state$, { initialValue: null }).getSnapshot().value
    // @ts-expect-error -- the stream has no such state
    toStore(state$, { initialValue: 'asleep' })
    expect([state, nothing]).toEqual(['idle', null])
  })
})
