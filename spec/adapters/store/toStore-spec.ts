import {
  defer,
  EMPTY,
  ignoreElements,
  merge,
  NEVER,
  Observable,
  of,
  config as rxjs,
  Subject,
  tap,
  throwError,
} from 'rxjs'
import type { Store, StoreCall } from '../../../lib/adapters/store/Store.js'
import { toStore } from '../../../lib/adapters/store/toStore.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { marbles } from '../../helpers/marbles.js'

/** A snapshot in short. */
const inShort = (store: Store<unknown>): string => {
  const { value, status, error, isStale, waitingUntil } = store.getSnapshot()
  const words = [isStale && 'stale', error?.message, waitingUntil && `until ${String(waitingUntil.getTime())}`]
  return [String(value), status, ...words.filter((word) => typeof word === 'string')].join(' ')
}

/** What a listener reads at each change, in short. */
const listen = (store: Store<unknown>): { readonly seen: ReadonlyArray<string>; readonly stop: () => void } => {
  const seen: Array<string> = []
  const stop = store.subscribe(() => seen.push(inShort(store)))
  return { seen, stop }
}

/** What a store's listeners read at each change, in short. */
const snapshots = (store: Store<unknown>) =>
  new Observable<string>((subscriber) => store.subscribe(() => subscriber.next(inShort(store))))

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

  describe('with a function', () => {
    it('says until when a request waits, while it does, if that is more than a second', () => {
      marbles(({ cold, clock, start, expectObservable }) => {
        const source = ({ onWait }: StoreCall) => {
          const waits$ = cold(' sl 2998ms (x|)', { s: 1000, l: 2000, x: 5000 })
          const values$ = cold('500ms a 2999ms |')
          return merge(waits$.pipe(tap(onWait), ignoreElements()), values$)
        }
        const store = toStore(source, { clock, initialValue: '-' })
        expectObservable(snapshots(store), '^ 9s !').toBe('lw 498ms v 1500ms a 998ms x 499ms z', {
          l: '- loading',
          w: `- loading until ${String(start + 2001)}`,
          v: `a active until ${String(start + 2001)}`,
          a: 'a active',
          x: `a active until ${String(start + 8000)}`,
          z: 'a complete',
        })
      })
    })

    it('shows the latest wait, from the first one on, which may come before the stream is subscribed to', () => {
      marbles(({ clock, start, expectObservable }) => {
        const source = ({ onWait }: StoreCall) => {
          onWait(3000)
          onWait(2000)
          return NEVER
        }
        const store = toStore(source, { clock })
        expectObservable(snapshots(store), '^ 9s !').toBe('(lxy) 1995ms l', {
          l: 'undefined loading',
          x: `undefined loading until ${String(start + 3000)}`,
          y: `undefined loading until ${String(start + 2000)}`,
        })
      })
    })

    it.each<[string, (world: { readonly source: Subject<number>; readonly store: Store<unknown> }) => void, string]>([
      ['an error', ({ source }) => source.error(new Error('lost')), 'undefined error lost'],
      ['a reload', ({ store }) => store.reload(), 'undefined loading'],
    ])('says it no longer after %s, and leaves no timer', (_, happen, expected) => {
      const clock = createVirtualClock()
      const source = new Subject<number>()
      const waits = [2000]
      const store = toStore(
        ({ onWait }) =>
          defer(() => {
            for (const wait of waits.splice(0)) onWait(wait)
            return source
          }),
        { clock, keepFor: 0 },
      )
      const { seen, stop } = listen(store)
      happen({ source, store })
      expect(seen.slice(1)).toEqual([`undefined loading until ${String(clock.wall() + 2000)}`, expected])
      stop()
      clock.advance(0)
      expect(clock.pending()).toBe(0)
    })

    it('calls it at each subscription, and has what it throws as the error', () => {
      const sources = [
        () => of(1),
        () => {
          throw new Error('refused')
        },
      ]
      const store = toStore(() => sources.shift()?.() ?? NEVER, { clock: createVirtualClock() })
      const { seen } = listen(store)
      store.reload()
      expect(seen).toEqual(['undefined loading', '1 active', '1 complete', '1 loading stale', '1 error stale refused'])
    })
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
