import { none } from 'fp-ts/lib/Option.js'
import { concat, concatMap, EMPTY, NEVER, Observable, of, repeat, config as rxjs, Subject } from 'rxjs'
import {
  type Client,
  type ClientConfig,
  createClient,
  createVirtualClock,
  sharedPermits,
  type UserClient,
  type VirtualClock,
} from '../../lib/index.js'
import { memoryPermits, memoryTokenStore } from '../../lib/node.js'
import { createSandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { minute } from '../helpers/tokens.js'
import { after } from '../helpers/watching.js'

const secret = 's3cr3t of a teardown'
const unhandled: Array<unknown> = []
let teardowns = 0

beforeEach(() => {
  teardowns = 0
  rxjs.onUnhandledError = (error) => unhandled.push(error)
})

afterEach(() => {
  rxjs.onUnhandledError = null
  expect(unhandled.splice(0)).toEqual([])
})

/** The same stream, whose teardown throws. */
const broken = <A>(source: Observable<A>): Observable<A> =>
  new Observable((subscriber) => {
    subscriber.add(() => {
      teardowns++
      throw new Error(secret)
    })
    source.subscribe(subscriber)
  })

/** The same, from now on in 10 ms. */
const brokenLater = <A>(clock: VirtualClock, source: Observable<A>): Observable<A> =>
  broken(after(clock, 10).pipe(concatMap(() => source)))

const brokenMethods = <S extends object>(clock: VirtualClock, store: S): S =>
  Object.fromEntries(
    Object.entries(store).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'function'
        ? (...args: ReadonlyArray<unknown>) =>
            brokenLater(clock, (value as (...all: typeof args) => Observable<unknown>)(...args))
        : value,
    ]),
  ) as S

const createStore = (clock: VirtualClock) => brokenMethods(clock, { load: () => of(none), save: () => EMPTY })
const every = minute

const brokenPermits = (clock: VirtualClock) => {
  const source = memoryPermits({ requests: 100, per: minute, clock })
  return sharedPermits(
    brokenMethods(clock, {
      limit: source.limit,
      lease: source.lease,
      release: source.release,
      coolDown: source.coolDown,
    }),
  )
}

interface Place {
  readonly place: string
  readonly config?: (clock: VirtualClock, http: NonNullable<ClientConfig['http']>) => Partial<ClientConfig>
  /** Whether it is read by rounds of the program, which no event reports. */
  readonly isRound?: true
  readonly start?: (user: UserClient, clock: VirtualClock, userOf: Client['user']) => Observable<unknown>
}

const watchStocks = (user: UserClient): Observable<unknown> => user.stocks.watchUpdated({ every })

const places: ReadonlyArray<Place> = [
  { place: 'a transport', config: (_, http) => ({ http: (request) => broken(http(request)) }) },
  {
    place: 'a transport that answers later',
    config: (clock, http) => ({
      http: (request) => broken(after(clock, 10).pipe(concatMap(() => http(request)))),
    }),
  },
  { place: 'a policy', config: (clock) => ({ policy: (next) => (request) => brokenLater(clock, next(request)) }) },
  {
    place: 'a policy of attempts',
    config: (clock) => ({ attemptPolicy: (next) => (request) => brokenLater(clock, next(request)) }),
  },
  {
    place: 'active$',
    config: (clock) => ({ active$: broken(concat(of(false), brokenLater(clock, of(true)), NEVER)) }),
  },
  {
    place: 'a function for the secret',
    config: (clock) => ({ clientSecret: () => brokenLater(clock, of('sandbox-secret')) }),
  },
  {
    place: 'shared permits',
    config: (clock) => ({ permits: brokenPermits(clock) }),
  },
  { place: 'a token store', config: (clock) => ({ tokenStore: brokenMethods(clock, memoryTokenStore({ clock })) }) },
  { place: 'wakeUp$', config: (clock) => ({ clock: { ...clock, wakeUp$: broken(new Subject()) } }) },
  {
    place: 'token$',
    start: ({ token$ }, clock, userOf) => watchStocks(userOf({ token$: brokenLater(clock, token$) })),
  },
  { place: 'trigger$', start: ({ stocks }) => stocks.watchUpdated({ every, trigger$: broken(NEVER) }) },
  {
    place: 'runNow$',
    start: ({ stocks }, clock) =>
      stocks.sync({ runNow$: brokenLater(clock, NEVER) }).pipe(repeat({ delay: () => after(clock, every) })),
    isRound: true,
  },
  {
    place: 'process',
    start: ({ stocks }, clock) => stocks.watchUpdated({ every, process: () => brokenLater(clock, of(1)) }),
  },
  {
    place: 'a checkpoint store',
    start: ({ stocks }, clock) => stocks.watchUpdated({ every, store: createStore(clock), process: () => EMPTY }),
  },
]

const setUp = ({ config, start = watchStocks }: Place) => {
  const clock = createVirtualClock()
  const sandbox = createSandbox({ profile: documentedProfile, seed: 1, clock })
  const { events$, user: userOf } = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    http: sandbox.http,
    clock,
    ...config?.(clock, sandbox.http),
  })
  const log: Array<string> = []
  let rounds = 0
  events$.subscribe((event) => {
    if (event._tag === 'Polled') rounds++
    log.push(JSON.stringify(event))
  })
  const errors: Array<unknown> = []
  const user = userOf({ externalUserId: 'A6J' })
  const subscription = start(user, clock, userOf).subscribe({ error: (error: unknown) => errors.push(error) })
  return { clock, user, log, errors, subscription, rounds: () => rounds }
}

describe('a teardown that throws ends no watcher, and its text is shown nowhere', () => {
  it.each(places)('that of $place', (place) => {
    const { clock, log, errors, subscription, rounds } = setUp(place)
    clock.advance(5 * minute)
    expect([errors, rounds() > 3 || place.isRound === true]).toEqual([[], true])
    expect(() => subscription.unsubscribe()).not.toThrow()
    clock.advance(minute)
    expect(teardowns).toBeGreaterThan(0)
    expect(log.join()).not.toContain(secret)
  })

  it.each([0, 1] as const)('that of pace and of commands$, with prefetch %d', (prefetch) => {
    const { clock, user, errors } = setUp({ place: 'none', start: () => EMPTY })
    const pages: Array<number> = []
    user.transactions
      .pages({ limit: 5, maxPages: 10_000, prefetch, pace: () => brokenLater(clock, of(1)) })
      .subscribe({ next: ({ number }) => pages.push(number), error: (error: unknown) => errors.push(error) })
    clock.advance(100)
    expect([errors, pages.length > 3]).toEqual([[], true])
    const shown: Array<unknown> = []
    user.stocks
      .navigate(brokenLater(clock, of('next' as const, 'first' as const)))
      .subscribe((state) => shown.push(state))
    clock.advance(minute)
    expect(shown.length).toBeGreaterThan(0)
  })
})
