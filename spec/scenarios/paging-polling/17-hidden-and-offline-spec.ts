import { once } from 'node:events'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { buildSync } from 'esbuild'
import { BehaviorSubject, concat, concatMap, defer, ignoreElements, type Observable, tap, timer } from 'rxjs'
import { bridge2021, bridge2025 } from '../../../lib/bridge.js'
import {
  createClient,
  createVirtualClock,
  type HttpRequest,
  liveFeed,
  liveRows,
  type UserClient,
  watchConsents,
  watchItemState,
} from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { answers, request } from '../../helpers/refreshes.js'
import { page } from '../../helpers/responses.js'
import { begin, scripted } from '../../helpers/scripted.js'
import { late } from '../../helpers/watching.js'

const minute = 60_000
const every = 30_000

const watchers: ReadonlyArray<readonly [string, (user: UserClient) => Observable<unknown>]> = [
  ['poll', (user) => user.poll(request, { every })],
  ['watchRefresh', (user) => user.items.watchRefresh(7, { every, deadline: 60 * minute })],
  ['watchUpdated', (user) => user.stocks.watchUpdated({ every })],
]

describe.each(watchers)('paging scenario 17: hidden, offline, no page at all (%s)', (_, watch) => {
  const watching = () => {
    const active$ = new BehaviorSubject(true)
    const service = scripted(({ url }) => late(service.clock, 500, url.includes('/stocks') ? page([]) : answers.r), {
      active$,
    })
    const errors: Array<unknown> = []
    const seen: Array<unknown> = []
    const subscription = watch(service.user).subscribe({ next: (a) => seen.push(a), error: (e) => errors.push(e) })
    return { ...service, active$, errors, seen, subscription }
  }

  it('ten minutes away with 30 s between questions: none is asked, and one on return', () => {
    const { active$, clock, counts, errors, subscription } = watching()
    clock.advance(minute + every / 2)
    const before = counts.started
    expect([before, counts.inFlight]).toEqual([expect.any(Number), 0])
    active$.next(false)
    clock.advance(10 * minute)
    expect(counts.started).toBe(before)
    active$.next(true)
    clock.advance(0)
    expect(counts.started).toBe(before + 1)
    clock.advance(0.9 * every)
    expect(counts.started).toBe(before + 1)
    clock.advance(0.3 * every)
    expect(counts.started).toBe(before + 2)
    expect([errors, counts.mostInFlight, counts.aborted]).toEqual([[], 1, 0])
    subscription.unsubscribe()
    expect([clock.pending(), active$.observed]).toEqual([0, false])
  })

  it('what is in flight as one leaves is finished, and heard', () => {
    const { active$, clock, counts, seen } = watching()
    clock.advance(100)
    expect(counts.inFlight).toBe(1)
    active$.next(false)
    clock.advance(10 * minute)
    expect(seen).toHaveLength(1)
    expect(counts).toMatchObject({ started: 1, answered: 1, aborted: 0 })
  })

  it('away and back many times while nothing is due: nothing is asked the earlier', () => {
    const { active$, clock, counts } = watching()
    clock.advance(1000)
    for (let turn = 0; turn < 100; turn++) active$.next(turn % 2 === 1)
    clock.advance(0.8 * every)
    expect(counts.started).toBe(1)
    clock.advance(0.4 * every)
    expect(counts.started).toBe(2)
  })

  it('unsubscribed while away, it has nothing left', () => {
    const { active$, clock, counts, subscription } = watching()
    clock.advance(1000)
    active$.next(false)
    clock.advance(10 * minute)
    subscription.unsubscribe()
    expect([clock.pending(), active$.observed]).toEqual([0, false])
    active$.next(true)
    clock.advance(minute)
    expect(counts.started).toBe(1)
  })
})

/** A sandbox whose requests take half a second. Its user leaves soon after a request was sent. */
const leaving = (profile: typeof bridge2021 | typeof bridge2025) => {
  const clock = createVirtualClock({ start: begin })
  const sandbox = createSandbox({ profile, clock, transactions: 20 })
  const [itemId = 0] = sandbox.users[0]?.itemIds ?? []
  const active$ = new BehaviorSubject(true)
  const asked: Array<string> = []
  const askedWhileAway: Array<string> = []
  const http = (asking: HttpRequest) =>
    defer(() => {
      if (asking.operation === 'authenticate') return sandbox.http(asking)
      asked.push(asking.operation)
      if (!active$.value) askedWhileAway.push(asking.operation)
      return concat(
        timer(100, clock.scheduler).pipe(
          tap(() => active$.next(false)),
          ignoreElements(),
        ),
        timer(400, clock.scheduler).pipe(concatMap(() => sandbox.http(asking))),
      )
    })
  return { sandbox, itemId, asked, askedWhileAway, config: { ...sandbox.credentials, http, clock, active$ } }
}

type Leaving = ReturnType<typeof leaving>

const user = { externalUserId: 'A6J' }

/** Streams that need more than the requests of one watcher, and the operation of the last request of a round. */
const rounds: ReadonlyArray<
  readonly [string, typeof bridge2021 | typeof bridge2025, last: string, (away: Leaving) => Observable<unknown>]
> = [
  [
    'liveRows',
    bridge2025,
    'accounts.list',
    ({ config }) =>
      liveRows(createClient({ profile: bridge2025, ...config }).user(user).transactions, {
        every,
        clock: config.clock,
      }),
  ],
  [
    'liveFeed',
    bridge2025,
    'transactions.list',
    ({ config }) =>
      liveFeed(createClient({ profile: bridge2025, ...config }).user(user).transactions, {
        every,
        clock: config.clock,
      }),
  ],
  [
    'watchConsents',
    bridge2025,
    'items.get',
    ({ config }) =>
      watchConsents(createClient({ profile: bridge2025, ...config }).user(user).items, {
        clock: config.clock,
        noticeDays: [3650],
      }),
  ],
  [
    'watchItemState',
    bridge2021,
    'items.get',
    ({ config, sandbox, itemId }) => {
      sandbox.refresh(itemId, { outcome: 'invalid_creds' })
      return watchItemState(bridge2021, createClient({ profile: bridge2021, ...config }).user(user).items, itemId)
    },
  ],
]

describe.each(rounds)(
  'paging scenario 17: hidden, offline, no page at all (a round of %s)',
  (_, profile, last, watch) => {
    it('each request waits for the return', () => {
      const away = leaving(profile)
      const { asked, askedWhileAway, config } = away
      const { active$, clock } = config
      const errors: Array<unknown> = []
      const subscription = watch(away).subscribe({ error: (error) => errors.push(error) })
      while (!asked.includes(last) && asked.length < 20) {
        clock.advance(2 * minute)
        active$.next(true)
      }
      clock.advance(2 * minute)
      expect([asked, askedWhileAway, errors]).toEqual([expect.arrayContaining([last]), [], []])
      subscription.unsubscribe()
      expect([clock.pending(), active$.observed]).toEqual([0, false])
    })
  },
)

/** A program that polls for ten minutes under virtual time, and what it makes of the platform that it runs on. */
const polling = `
  import { of } from 'rxjs'
  import { createClient, createVirtualClock, documentedProfile, pageActivity } from '../lib/index.js'
  import { lastingToken } from './helpers/scripted.js'
  import { answers, request } from './helpers/refreshes.js'

  export const start = () => {
    const clock = createVirtualClock()
    let asked = 0
    const errors: Array<unknown> = []
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clock,
      active$: pageActivity(),
      http: () => (asked++, of(answers.r)),
    })
    const user = client.user({ token$: of(lastingToken()) })
    const poll = user.poll(request, { every: 30000 }).subscribe({ error: (error) => errors.push(String(error)) })
    return { advance: clock.advance, asked: () => asked, errors, stop: () => poll.unsubscribe() }
  }
`

interface Polling {
  readonly advance: (ms: number) => void
  readonly asked: () => number
  readonly errors: ReadonlyArray<string>
  readonly stop: () => void
}

const bundle = (platform: 'browser' | 'node', contents: string): string => {
  const lib = (file: string) => join(process.cwd(), 'lib', file)
  const { outputFiles } = buildSync({
    stdin: { contents, loader: 'ts', resolveDir: join(process.cwd(), 'spec') },
    bundle: true,
    platform,
    format: 'iife',
    globalName: 'polling',
    logLevel: 'error',
    alias: {
      '#transport': lib(platform === 'browser' ? 'http/transport/nativeFetch.ts' : 'http/transport/crossFetch.ts'),
      '#hmac': lib('testing/sandbox/hmacWeb.ts'),
      '#listen': lib('testing/sandbox/listenUnsupported.ts'),
    },
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

const common = {
  AbortController,
  performance,
  setInterval,
  clearInterval,
  setTimeout,
  clearTimeout,
  URL,
  URLSearchParams,
}

const listeners = () => {
  const own = new EventTarget()
  return {
    own,
    addEventListener: own.addEventListener.bind(own),
    removeEventListener: own.removeEventListener.bind(own),
  }
}

class Document extends EventTarget {
  visibilityState = 'visible'
}

describe('paging scenario 17: hidden, offline, no page at all (the platform)', () => {
  const code = bundle('browser', polling)

  const startIn = (globals: object): Polling => {
    const context = createContext({ ...common, ...globals })
    runInContext(code, context)
    return runInContext('polling.start()', context) as Polling
  }

  it('a page that is hidden, and then one that is offline, asks nothing, and once on return', () => {
    const document = new Document()
    const navigator = { onLine: true }
    const { own, ...listening } = listeners()
    const { advance, asked, errors, stop } = startIn({ document, navigator, ...listening })
    advance(10 * minute)
    const before = asked()
    document.visibilityState = 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
    advance(10 * minute)
    expect(asked() - before).toBe(0)
    document.visibilityState = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    advance(0)
    expect(asked() - before).toBe(1)
    navigator.onLine = false
    own.dispatchEvent(new Event('offline'))
    advance(10 * minute)
    expect(asked() - before).toBe(1)
    navigator.onLine = true
    own.dispatchEvent(new Event('online'))
    advance(0)
    expect(asked() - before).toBe(2)
    expect([before, errors]).toEqual([21, []])
    stop()
  })

  it.each([
    ['a worker without document', { importScripts: () => undefined, ...listeners() }],
    ['a place that has none of it', {}],
  ])('%s imports it, and polls', (_, globals) => {
    const { advance, asked, errors, stop } = startIn(globals)
    advance(10 * minute)
    expect([asked(), errors]).toEqual([21, []])
    stop()
  })

  it('a thread of Node imports it, polls, and ends', async () => {
    const code = `${bundle('node', polling)}
      const { advance, asked, errors, stop } = polling.start()
      advance(600000)
      stop()
      require('node:worker_threads').parentPort.postMessage([asked(), errors])`
    const worker = new Worker(code, { eval: true })
    const ended = once(worker, 'exit')
    expect(await once(worker, 'message')).toEqual([[21, []]])
    expect(await ended).toEqual([0])
  })
})
