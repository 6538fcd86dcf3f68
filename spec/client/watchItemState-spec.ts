import { none, some } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, lastValueFrom, NEVER, type Observable, of, takeWhile, throwError } from 'rxjs'
import { watchItemState, type WatchedItems } from '../../lib/client/watchItemState.js'
import { createVirtualClock } from '../../lib/clock/virtualClock.js'
import { DeadlineExceeded } from '../../lib/error/DeadlineExceeded.js'
import { NetworkError } from '../../lib/error/NetworkError.js'
import { StatusError } from '../../lib/error/StatusError.js'
import { redact } from '../../lib/model/Redacted.js'
import { bridge2021 } from '../../lib/profile/bridge2021.js'
import type { ItemState } from '../../lib/profile/itemState.js'
import { marbles } from '../helpers/marbles.js'

const subject = { operation: 'items.get', page: none }
const lost = new NetworkError({ ...subject, origin: 'https://bank.example', code: some('ECONNRESET') })
const refused = new StatusError({ ...subject, status: 403, type: none, detail: none, retryAfter: none })
const late = new DeadlineExceeded({ operation: 'items.refreshStatus', deadline: 300_000, last: none })

/** What the service says of a refresh: under way, in words that nobody knows, wanting a code, ended well and badly. */
const words = {
  a: { status: 'authenticating' },
  r: { status: 'retrieving_data' },
  u: { status: 'pondering' },
  v: { status: 'musing' },
  c: { status: 'info_required' },
  f: { status: 'finished' },
  e: { status: 'finished_error' },
}
/** What it says of the item: well, new, and that the bank is down. */
const items = { o: { status: 0 }, n: { status: -2 }, d: { status: 1003 } }

const states: Readonly<Record<string, ItemState>> = {
  w: { _tag: 'wait' },
  c: { _tag: 'enterCode' },
  o: { _tag: 'ok' },
  l: { _tag: 'retryLater' },
  u: { _tag: 'unknown', value: some('pondering') },
  v: { _tag: 'unknown', value: some('musing') },
}

/** Items whose every answer is the next one given. */
const answering = (
  refresh$: Observable<{ readonly status: string }>,
  ...answers: ReadonlyArray<Observable<object>>
) => {
  const asked: Array<Readonly<Parameters<WatchedItems['get']>>> = []
  const watched: Array<Readonly<Parameters<WatchedItems['watchRefresh']>>> = []
  const given: WatchedItems = {
    get: (...call) => answers[asked.push(call) - 1] ?? EMPTY,
    watchRefresh: (...call) => {
      watched.push(call)
      const until = call[1]?.until ?? (() => false)
      return refresh$.pipe(takeWhile((refresh) => !until(refresh), true))
    },
  }
  return { given, asked, watched }
}

const watch = (given: WatchedItems) => watchItemState(bridge2021, given, 7)

describe('watchItemState', () => {
  it('waits while the refresh runs, then reads the item, once', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const refresh$ = cold('a-a-r-r-f-f', words)
      const item$ = cold('   -o|', items)
      const { given, asked } = answering(refresh$, item$)
      expectObservable(watch(given)).toBe('w--------(o|)', states)
      expectSubscriptions(refresh$.subscriptions).toBe('^-------!')
      expectSubscriptions(item$.subscriptions).toBe('--------^!')
      expect(asked).toEqual([])
    })
  })

  it('says how it is when no refresh runs, and nothing before it is known', () => {
    marbles(({ cold, expectObservable }) => {
      const { given } = answering(cold('-e', words), cold('---d|', items))
      expectObservable(watch(given)).toBe('----(l|)', states)
    })
  })

  it('ends with the code that is wanted, for which the item is not asked', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const item$ = cold('(o|)', items)
      const { given } = answering(cold('a-r-c-c', words), item$)
      expectObservable(watch(given)).toBe('w---(c|)', states)
      expectSubscriptions(item$.subscriptions).toBe([])
    })
  })

  it('goes on after words that nobody knows, and says them once', () => {
    marbles(({ cold, expectObservable }) => {
      const { given } = answering(cold('r-u-u-v-r-f', words), cold('(o|)', items))
      expectObservable(watch(given)).toBe('w-u---v-w-(o|)', states)
    })
  })

  it('waits for a refresh that has not begun, whatever the one before has ended with', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const newItem$ = cold('(n|)', items)
      const { given } = answering(cold('(f|)', words), newItem$, newItem$, cold('(o|)', items))
      expectObservable(watchItemState(bridge2021, given, 7, { clock })).toBe('w 3999ms (o|)', states)
    })
  })

  it('asks for no refresh while it reads the item, and again after `every` where that waits', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const refresh$ = cold('-f', words)
      const newItem$ = cold('---n|', items)
      const { given } = answering(refresh$, newItem$, cold('o|', items))
      expectObservable(watchItemState(bridge2021, given, 7, { every: 500, clock })).toBe('----w 500ms (o|)', states)
      expectSubscriptions(refresh$.subscriptions).toBe(['^!', '---- 500ms ^!'])
      expectSubscriptions(newItem$.subscriptions).toBe('-^--!')
    })
  })

  it('watches the refresh again for the time that is left, and tells the whole of it when that is over', () => {
    const clock = createVirtualClock()
    const { given, watched } = answering(of(words.f), of(items.n), of(items.n), of(items.o))
    watchItemState(bridge2021, given, 7, { every: 500, after: new Date(0), clock }).subscribe()
    clock.advance(1000)
    expect(watched.map(([, config]) => [config?.deadline, config?.after])).toEqual([
      [undefined, new Date(0)],
      [299_500, undefined],
      [299_000, undefined],
    ])
    const deadlines: Array<unknown> = []
    const partly = new DeadlineExceeded({ operation: late.operation, deadline: 299_000, last: none })
    const late$ = defer(() => (clock.monotonic() < 2000 ? of(words.f) : throwError(() => partly)))
    watchItemState(bridge2021, answering(late$, of(items.n), of(items.n)).given, 7, { every: 500, clock }).subscribe({
      error: (error: DeadlineExceeded) => deadlines.push(error.deadline),
    })
    clock.advance(1000)
    expect(deadlines).toEqual([300_000])
  })

  it('is triggered where the item waits, a second after it was read at the soonest', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const { given } = answering(cold('(f|)', words), cold('(n|)', items), cold('(o|)', items))
      const config = { every: 60_000, trigger$: cold('---a', words), clock }
      expectObservable(watchItemState(bridge2021, given, 7, config)).toBe('w 999ms (o|)', states)
    })
  })

  it('asks again after a transient error of the item, with a wait that grows, for the refresh and then for the item', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const lost$ = throwError(() => lost)
      const { given, asked } = answering(cold('(f|)', words), ...Array.from({ length: 100 }, () => lost$))
      const config = { deadline: 300_000, clock }
      const error = new DeadlineExceeded({ operation: 'items.get', deadline: 300_000, last: some(redact(words.f)) })
      expectObservable(watchItemState(bridge2021, given, 7, config)).toBe('300s #', states, error)
      clock.scheduler.schedule(() => {
        expect(asked.length).toBeGreaterThan(5)
        expect(asked.length).toBeLessThan(60)
      }, 300_001)
    })
  })

  it('asks for neither before the service asked for it to', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const busy = new StatusError({ ...subject, status: 503, type: none, detail: none, retryAfter: some(60_000) })
      const refresh$ = cold('(f|)', words)
      const { given } = answering(
        refresh$,
        throwError(() => busy),
        cold('(o|)', items),
      )
      const config = { trigger$: cold('a-a-a', words), clock }
      expectObservable(watchItemState(bridge2021, given, 7, config)).toBe('60s (o|)', states)
      expectSubscriptions(refresh$.subscriptions).toBe(['(^!)', '60s (^!)'])
    })
  })

  it('gives up when the item is not answered until the deadline', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const { given } = answering(cold('(f|)', words), NEVER)
      const error = new DeadlineExceeded({ operation: 'items.get', deadline: 9000, last: some(redact(words.f)) })
      expectObservable(watchItemState(bridge2021, given, 7, { deadline: 9000, clock })).toBe('9s #', states, error)
    })
  })

  it.each([
    ['a refusal', refused],
    ['the deadline', late],
    ['an error of another kind', new Error('not of ours')],
  ])('errors with %s', (_, error) => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const refresh$ = cold('a-f', words)
      expectObservable(
        watch(
          answering(
            refresh$,
            throwError(() => error),
          ).given,
        ),
      ).toBe('w-#', states, error)
      expectSubscriptions(refresh$.subscriptions).toBe('^-!')
      const broken$ = cold<typeof words.a>('a--#', words, error)
      expectObservable(watch(answering(broken$).given)).toBe('w--#', states, error)
    })
  })

  it('completes with a watch that is over', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(watch(answering(cold('a-|', words)).given)).toBe('w-|', states)
    })
  })

  it('aborts what it asks when nobody listens', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const refresh$ = cold('--f', words)
      const item$ = cold('-------o|', items)
      expectObservable(watch(answering(refresh$, item$).given), '----!').toBe('----')
      expectSubscriptions(refresh$.subscriptions).toBe('^-!')
      expectSubscriptions(item$.subscriptions).toBe('--^-!')
    })
  })

  it('asks nothing before somebody subscribes, and anew for each', () => {
    const { given, watched } = answering(NEVER)
    const state$ = watch(given)
    expect(watched).toEqual([])
    state$.subscribe().unsubscribe()
    state$.subscribe().unsubscribe()
    expect(watched.map(([id]) => id)).toEqual([7, 7])
  })

  it('gives each call the options that it takes', async () => {
    const { given, asked, watched } = answering(of(words.f), of({ status: 0 }))
    const config = {
      every: 500,
      deadline: 9000,
      after: new Date(0),
      grace: 0,
      timeout: 70,
      headers: { 'X-Trace': 'a' },
    }
    await lastValueFrom(watchItemState(bridge2021, given, 7, config))
    expect(watched).toEqual([[7, { ...config, until: expect.any(Function) as unknown }]])
    const { until = () => false } = watched[0]?.[1] ?? {}
    expect([words.r, words.c, words.f].map(until)).toEqual([false, true, true])
    expect(asked).toEqual([[7, { timeout: 70, headers: { 'X-Trace': 'a' } }]])
  })
})
