import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, lastValueFrom, NEVER, type Observable, of, throwError } from 'rxjs'
import { watchItemState, type WatchedItems } from '../../lib/client/watchItemState.js'
import { DeadlineExceeded } from '../../lib/error/DeadlineExceeded.js'
import { NetworkError } from '../../lib/error/NetworkError.js'
import { StatusError } from '../../lib/error/StatusError.js'
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
      return refresh$
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
      expectSubscriptions(refresh$.subscriptions).toBe('^--------!')
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
    marbles(({ cold, expectObservable }) => {
      const newItem$ = cold('(n|)', items)
      const { given } = answering(cold('f--f--f', words), newItem$, newItem$, cold('(o|)', items))
      expectObservable(watch(given)).toBe('w-----(o|)', states)
    })
  })

  it('asks for the item once at a time', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const slow$ = cold('-----n|', items)
      const quick$ = cold('o|', items)
      const { given } = answering(cold('f--f--f--f', words), slow$, quick$)
      expectObservable(watch(given)).toBe('-----w---(o|)', states)
      expectSubscriptions(slow$.subscriptions).toBe('^-----!')
      expectSubscriptions(quick$.subscriptions).toBe('---------(^!)')
    })
  })

  it('lives through a failure of the item that passes', () => {
    marbles(({ cold, expectObservable }) => {
      const { given } = answering(
        cold('a-f-f', words),
        throwError(() => lost),
        cold('(o|)', items),
      )
      expectObservable(watch(given)).toBe('w---(o|)', states)
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
      expectSubscriptions(refresh$.subscriptions).toBe('^---!')
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
    expect(watched[0]?.[1]?.until?.()).toBe(false)
    expect(asked).toEqual([[7, { timeout: 70, headers: { 'X-Trace': 'a' } }]])
  })
})
