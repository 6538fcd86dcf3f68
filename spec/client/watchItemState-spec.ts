import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, lastValueFrom, NEVER, type Observable, of, throwError } from 'rxjs'
import type { Clock } from '../../lib/base/clock/Clock.js'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../lib/base/error/NetworkError.js'
import { StatusError } from '../../lib/base/error/StatusError.js'
import { redact } from '../../lib/base/Redacted.js'
import { createClient } from '../../lib/client/createClient.js'
import { type WatchedItems, watchItemState } from '../../lib/client/watchItemState.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { createSandbox } from '../../lib/sandbox.js'
import { bridge2021 } from '../../lib/service/bridge/bridge2021.js'
import type { ItemState } from '../../lib/service/profile/itemState.js'
import { poll } from '../helpers/interpreters.js'
import { marbles } from '../helpers/marbles.js'
import { inTurn, request } from '../helpers/refreshes.js'
import { json } from '../helpers/responses.js'
import { watching } from '../helpers/watching.js'

const subject = { operation: 'items.get', page: none }
const lost = new NetworkError({ ...subject, origin: 'https://bank.example', code: some('ECONNRESET') })
const refused = new StatusError({ ...subject, status: 403, type: none, detail: none, retryAfter: none })
const busy = new StatusError({ ...subject, status: 503, type: none, detail: none, retryAfter: some(60_000) })

const finished = { status: 'finished' }

/** What the service says of a refresh: under way, in words that nobody knows, wanting a code, ended well and badly. */
const words = {
  a: json({ status: 'authenticating' }),
  r: json({ status: 'retrieving_data' }),
  u: json({ status: 'pondering' }),
  v: json({ status: 'musing' }),
  c: json({ status: 'info_required' }),
  f: json(finished),
  e: json({ status: 'finished_error' }),
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

type Answer = Observable<HttpResponse>

/** A user's items, whose refresh is asked for as a client does; every answer is the next one given. */
const answering = (
  clock: Clock,
  refreshes: readonly [Answer, ...ReadonlyArray<Answer>],
  ...answers: ReadonlyArray<Observable<object>>
) => {
  const asked: Array<Readonly<Parameters<WatchedItems['get']>>> = []
  const polling = poll(watching(inTurn(...refreshes), { clock }))
  const given: WatchedItems = {
    get: (...call) => answers[asked.push(call) - 1] ?? EMPTY,
    watchRefresh: (_, config) => polling(request, { deadline: 300_000, ...config }),
  }
  return { given, asked }
}

const watch = (given: WatchedItems, config = {}) => watchItemState(bridge2021, given, 7, { every: 100, ...config })

describe('watchItemState', () => {
  it('waits while the refresh runs, then reads the item, once', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const [a$, r$, f$] = [cold('-(a|)', words), cold('-(r|)', words), cold('-(f|)', words)]
      const item$ = cold('-o|', items)
      const { given, asked } = answering(clock, [a$, r$, r$, f$], item$)
      expectObservable(watch(given)).toBe('-w 303ms (o|)', states)
      expectSubscriptions(f$.subscriptions).toBe('303ms ^!')
      expectSubscriptions(item$.subscriptions).toBe('304ms ^!')
      expect(asked).toEqual([])
    })
  })

  it('says how it is when no refresh runs, and nothing before it is known', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const { given } = answering(clock, [cold('-(e|)', words)], cold('---d|', items))
      expectObservable(watch(given)).toBe('----(l|)', states)
    })
  })

  it('ends with the code that is wanted, for which the item is not asked', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const item$ = cold('(o|)', items)
      const { given } = answering(clock, [cold('(a|)', words), cold('(c|)', words)], item$)
      expectObservable(watch(given)).toBe('w 99ms (c|)', states)
      expectSubscriptions(item$.subscriptions).toBe([])
    })
  })

  it('continues after words that nobody knows, and says them once', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const [r$, u$, v$] = [cold('(r|)', words), cold('(u|)', words), cold('(v|)', words)]
      const { given } = answering(clock, [r$, u$, u$, v$, r$, cold('(f|)', words)], cold('(o|)', items))
      expectObservable(watch(given)).toBe('w 99ms u 199ms v 99ms w 99ms (o|)', states)
    })
  })

  it('asks for both again after `every` if the item waits for a refresh that has not begun, one at a time', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const f$ = cold('-(f|)', words)
      const newItem$ = cold('---n|', items)
      const { given } = answering(clock, [f$], newItem$, newItem$, cold('o|', items))
      expectObservable(watch(given)).toBe('----w 204ms (o|)', states)
      expectSubscriptions(f$.subscriptions).toBe(['^!', '104ms ^!', '208ms ^!'])
      expectSubscriptions(newItem$.subscriptions).toBe(['-^--!', '105ms ^--!'])
    })
  })

  it('is triggered if the item waits, a second after it was read at the soonest', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const { given } = answering(clock, [cold('(f|)', words)], cold('(n|)', items), cold('(o|)', items))
      const trigger$ = cold('---a', words)
      expectObservable(watch(given, { every: 60_000, trigger$ })).toBe('w 999ms (o|)', states)
    })
  })

  it('asks for neither before the service asked for it to', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const refresh$ = cold('(f|)', words)
      const busy$ = throwError(() => busy)
      const { given } = answering(clock, [refresh$], busy$, cold('(o|)', items))
      expectObservable(watch(given, { trigger$: cold('a-a-a', words) })).toBe('60s (o|)', states)
      expectSubscriptions(refresh$.subscriptions).toBe(['(^!)', '60s (^!)'])
    })
  })

  it('gives up at the deadline when the item is not answered', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const { given } = answering(clock, [cold('(f|)', words)], NEVER, NEVER)
      const error = { _tag: 'DeadlineExceeded', deadline: 9000, last: some(redact(finished)) }
      expectObservable(watch(given, { deadline: 9000 })).toBe('9100ms #', states, expect.objectContaining(error))
    })
  })

  it.each([
    ['a refusal', refused],
    ['an error of another kind', new Error('not of ours')],
  ])('errors with %s of the item', (_, error) => {
    marbles(({ clock, cold, expectObservable }) => {
      const refused$ = throwError(() => error)
      const { given } = answering(clock, [cold('(a|)', words), cold('(f|)', words)], refused$)
      expectObservable(watch(given)).toBe('w 99ms #', states, error)
    })
  })

  it('errors and completes with the watch of the refresh', () => {
    marbles(({ cold, expectObservable }) => {
      const over = (watched$: Observable<{ status: string }>) =>
        watch({ get: () => EMPTY, watchRefresh: () => watched$ })
      expectObservable(over(throwError(() => lost))).toBe('#', states, lost)
      expectObservable(over(cold('-|'))).toBe('-|')
    })
  })

  it('aborts what it asks when nobody listens', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const refresh$ = cold('--(f|)', words)
      const item$ = cold('-------o|', items)
      expectObservable(watch(answering(clock, [refresh$], item$).given), '----!').toBe('----')
      expectSubscriptions(refresh$.subscriptions).toBe('^-!')
      expectSubscriptions(item$.subscriptions).toBe('--^-!')
    })
  })

  it('asks nothing before somebody subscribes, and anew for each', () => {
    const watched: Array<number> = []
    const watchRefresh: WatchedItems['watchRefresh'] = (itemId) => (watched.push(itemId), NEVER)
    const state$ = watch({ get: () => NEVER, watchRefresh })
    expect(watched).toEqual([])
    state$.subscribe().unsubscribe()
    state$.subscribe().unsubscribe()
    expect(watched).toEqual([7, 7])
  })

  it('gives each call the options that it takes', async () => {
    const clock = createVirtualClock()
    const { given, asked } = answering(clock, [of(words.f)], of(items.o))
    const watched: Array<unknown> = []
    const watchRefresh: WatchedItems['watchRefresh'] = (...call) => {
      watched.push(call)
      const { deadline, until } = call[1] ?? {}
      return given.watchRefresh(7, { deadline, until } as Parameters<WatchedItems['watchRefresh']>[1] & object)
    }
    const call = { timeout: 70, headers: { 'X-Trace': 'a' } }
    const config = { ...call, every: 500, deadline: 9000, after: new Date(0), grace: 0 }
    await lastValueFrom(watch({ ...given, watchRefresh }, config))
    expect(watched).toEqual([[7, { ...config, until: expect.any(Function) as unknown }]])
    expect(asked).toEqual([[7, { ...call, priority: 'background' }]])
  })
})

describe('watchItemState of a client', () => {
  /** A client whose items are refused from some moment on; how often each is asked for in the five minutes until the deadline, with the last question. */
  const requests = (refusal: HttpResponse) => {
    const clock = createVirtualClock()
    const sandbox = createSandbox({ clock, profile: bridge2021 })
    const [itemId = 0] = sandbox.users[0]?.itemIds ?? []
    const counts = { refresh: 0, item: 0 }
    const client = createClient({
      baseUrl: 'https://bank.example',
      profile: bridge2021,
      ...sandbox.credentials,
      clock,
      random: () => 0.5,
      http: (asked) => {
        const { pathname } = new URL(asked.url)
        if (pathname.endsWith('/refresh/status')) counts.refresh++
        if (!pathname.endsWith(`/items/${String(itemId)}`)) return sandbox.http(asked)
        counts.item++
        return of(refusal)
      },
    })
    const { items: own } = client.user({ externalUserId: 'A6J' })
    const errors: Array<unknown> = []
    watchItemState(bridge2021, own, itemId).subscribe({ error: ({ _tag }: { _tag: string }) => errors.push(_tag) })
    clock.advance(305_000)
    return { counts, errors }
  }

  it('asks ever more rarely while the item cannot be read', () => {
    const { counts, errors } = requests(json({}, 503))
    expect(counts.item).toBeGreaterThan(10)
    expect(counts.item).toBeLessThan(100)
    expect(counts.refresh).toBeLessThan(40)
    expect(errors).toEqual(['DeadlineExceeded'])
  })

  it('asks as often as the service allows', () => {
    const { counts } = requests(json({}, 503, { 'retry-after': '60' }))
    expect(counts.item).toBeLessThanOrEqual(7)
  })
})
