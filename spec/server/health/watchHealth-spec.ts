import { none, some } from 'fp-ts/lib/Option.js'
import { map, NEVER, type Observable, Subject } from 'rxjs'
import {
  type ClientEvent,
  type ClientEventBody,
  createClient,
  createVirtualClock,
  type Http,
  NetworkError,
} from '../../../lib/index.js'
import { type Health, watchHealth, type WatchHealthConfig } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { marbles } from '../../helpers/marbles.js'
import { nodeProcess } from '../../helpers/nodeProcess.js'
import { json } from '../../helpers/responses.js'

const operation = 'stocks.updated'
const lost = new NetworkError({ operation, page: none, origin: 'https://bank.example', code: none })
const start = Date.UTC(2026, 0, 1)
const minute = 60_000

const at = (ms: number): Date => new Date(start + ms)

const started = (watcher: number): ClientEventBody => ({ _tag: 'WatcherStarted', watcher, every: minute })
const ended = (watcher: number): ClientEventBody => ({ _tag: 'WatcherEnded', watcher, every: minute })
const polled = { _tag: 'Polled', delay: minute, error: none, checkpoint: none } as const
const done = (watcher: number, checkpoint?: Date): ClientEventBody => ({
  ...polled,
  watcher,
  checkpoint: checkpoint === undefined ? none : some(checkpoint),
})
const failed = (watcher: number): ClientEventBody => ({ ...polled, watcher, delay: 1000, error: some(lost) })
const renewed: ClientEventBody = { _tag: 'TokenRenewed', expires_at: at(7_200_000) }
const refused: ClientEventBody = { _tag: 'TokenFailed', error: lost, delay: some(1000) }
const coolDown = (ms: number): ClientEventBody => ({
  _tag: 'BudgetChanged',
  scope: 'application',
  limit: some(60),
  per: some(60_000),
  remaining: some(7),
  waiting: 3,
  coolDown: ms,
})
const circuit = (state: 'closed' | 'open' | 'half-open'): ClientEventBody => ({
  _tag: 'CircuitChanged',
  state,
  error: none,
  delay: none,
})

/** Milliseconds that pass, or what happens, to stocks or to another operation. */
type Step = number | ClientEventBody | readonly [operation: string, body: ClientEventBody]

const isPair = (step: Step): step is readonly [string, ClientEventBody] => Array.isArray(step)

/** How things stand after some steps. */
const after = (steps: ReadonlyArray<Step>, config: WatchHealthConfig = {}): Health => {
  const clock = createVirtualClock({ start })
  const events$ = new Subject<ClientEvent>()
  let last: Health | undefined
  watchHealth(events$, { clock, ...config }).subscribe((health) => (last = health))
  for (const step of steps) {
    if (typeof step === 'number') {
      clock.advance(step)
      continue
    }
    const [name, body] = isPair(step) ? step : [operation, step]
    events$.next({ request: 0, ...body, operation: name, time: new Date(clock.wall()) })
  }
  clock.advance(1000)
  if (last === undefined) throw new Error('it emits at once')
  return last
}

const statusAfter = (steps: ReadonlyArray<Step>, config?: WatchHealthConfig) => after(steps, config).status

describe('watchHealth', () => {
  it('emits at once, and then each second, and listens until it is unsubscribed', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const events$ = cold<ClientEvent>('')
      const health$ = watchHealth(events$, { clock }).pipe(map(({ time }) => time.getTime() - start))
      const expected = { a: 0, b: 1000, c: 2000 }
      expectObservable(health$, '^ 2500ms !').toBe('a 999ms b 999ms c', expected)
      expectSubscriptions(events$.subscriptions).toBe('^ 2500ms !')
    })
  })

  it('looks as often as it is told, and leaves no timer behind', () => {
    const clock = createVirtualClock()
    let looks = 0
    const watching = watchHealth(NEVER, { every: 100, clock }).subscribe(() => looks++)
    clock.advance(1000)
    expect(looks).toBe(11)
    watching.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('knows nothing of what was before, and keeps apart those who subscribe', () => {
    const clock = createVirtualClock()
    const events$ = new Subject<ClientEvent>()
    const health$ = watchHealth(events$, { clock })
    const seen: Array<string> = []
    health$.subscribe(({ status }) => seen.push(`first ${status}`))
    events$.next({ ...done(1), operation, request: 0, time: new Date(0) })
    health$.subscribe(({ status }) => seen.push(`second ${status}`))
    clock.advance(1000)
    expect(seen).toEqual(['first down', 'second down', 'first ok', 'second down'])
  })

  it('tells of a stream when a round has last ended, and how old its checkpoint was then', () => {
    const { time, status, reasons, streams } = after([started(1), 5000, done(1, at(2000)), 3000])
    expect([time, status, reasons]).toEqual([at(9000), 'ok', []])
    const stream = { status: 'ok', watchers: 1, late: 0, down: 0, waiting: 0, failures: 0, lastError: null }
    const [read, unread] = [
      { lastSuccess: at(5000), checkpointAge: 3000, roundAge: 4000 },
      { lastSuccess: null, checkpointAge: null, roundAge: 6000 },
    ]
    expect(streams).toStrictEqual({ [operation]: { ...stream, ...read } })
    expect(after([started(1), 5000]).streams).toStrictEqual({ [operation]: { ...stream, ...unread } })
  })

  it('tells of the watchers of an operation together: of each the worst', () => {
    const both = [
      started(1),
      started(2),
      done(1, at(0)),
      5000,
      done(2, at(4000)),
      1000,
      failed(2),
      failed(1),
      failed(2),
    ]
    expect(after(both).streams[operation]).toMatchObject({
      watchers: 2,
      lastSuccess: at(0),
      checkpointAge: 1000,
      roundAge: 7000,
      failures: 2,
    })
    expect(after([...both, done(1, at(-5000))]).streams[operation]).toMatchObject({
      lastSuccess: at(5000),
      checkpointAge: 11_000,
      roundAge: 2000,
    })
    expect(after([...both, started(3)]).streams[operation]).toMatchObject({
      watchers: 3,
      lastSuccess: null,
      checkpointAge: 1000,
    })
    expect(after([started(1), ['items.refreshStatus', done(2)]]).streams).toMatchObject({
      [operation]: { watchers: 1 },
      'items.refreshStatus': { watchers: 1 },
    })
  })

  it.each([
    ['ok', 2 * minute - 2000],
    ['degraded', 2 * minute - 1000],
    ['degraded', 11 * minute - 2000],
    ['down', 11 * minute - 1000],
  ])('is %s %p ms after a round, if the next is due in a minute', (status, ms) => {
    expect(statusAfter([started(1), 5 * minute, done(1), ms])).toBe(status)
    expect(statusAfter([started(1), ms])).toBe(status)
    const failing = [failed(1), ms - 3 * 30_000, failed(1), 3 * 30_000]
    expect(statusAfter([started(1), done(1), ...failing])).toBe(status)
  })

  it('is late and down after the times that it is given', () => {
    const config = { lateAfter: 2000, downAfter: 3000 }
    const ages = [0, 1000, 2000].map((ms) => statusAfter([started(1), done(1), minute + ms, 0], config))
    expect(ages).toEqual(['ok', 'degraded', 'down'])
  })

  it('says why', () => {
    expect(after([started(1), started(2), done(2), 3 * minute, done(2)])).toMatchObject({
      status: 'degraded',
      reasons: ['stocks.updated: 1 of 2 late'],
      streams: { [operation]: { late: 1, down: 0 } },
    })
    expect(after([started(1), 20 * minute, failed(1)])).toMatchObject({
      status: 'down',
      reasons: ['stocks.updated: 1 of 1 late', `stocks.updated: failures in a row: 1; ${lost.message}`],
      streams: { [operation]: { late: 1, down: 1 } },
    })
  })

  it('names the watchers that have a label', () => {
    const labelled = (body: ClientEventBody, label: string): Step => [operation, Object.assign(body, { label })]
    const four = ['A6J', 'B7K', 'C8L', 'D9M'].map((label, index) => labelled(started(index + 1), label))
    expect(after([...four, started(5), done(5), 3 * minute, done(5)]).reasons).toEqual([
      'stocks.updated: 4 of 5 late (A6J, B7K, C8L, …)',
    ])
    expect(after([...four, ...[1, 2, 3].map(() => failed(2))]).reasons).toEqual([
      `stocks.updated (B7K): failures in a row: 3; ${lost.message}`,
    ])
  })

  /** A request of a watcher, or an authentication. */
  const asks = (body: ClientEventBody, watcher?: number): Step => {
    const about = watcher === undefined ? { request: 9 } : { request: 7, watcher }
    return [watcher === undefined ? 'authenticate' : operation, { ...body, ...about }]
  }
  const page: ClientEventBody = { _tag: 'Responded', status: 200, duration: 50 }
  const asked: ClientEventBody = { _tag: 'Requested', method: 'GET', page: none }
  const queued = (waiting: number): ClientEventBody => ({
    _tag: 'BudgetChanged',
    scope: 'application',
    limit: some(100),
    per: some(60_000),
    remaining: some(0),
    waiting,
    coolDown: 0,
  })

  it('counts a round whose pages come as none that is late', () => {
    const pages = Array.from({ length: 60 }, () => [minute, asks(asked, 1), asks(page, 1)]).flat()
    expect(after([started(1), ...pages])).toMatchObject({ status: 'ok', reasons: [] })
    expect(statusAfter([started(1), ...pages, minute])).toBe('degraded')
    const refusals = pages.map((step) => (step === minute ? step : asks({ ...page, status: 503 }, 1)))
    expect(statusAfter([started(1), ...refusals])).toBe('down')
    expect(after([started(1), ...pages]).streams[operation]?.roundAge).toBe(60 * minute + 1000)
  })

  it('says that a watcher waits for the budget, which makes it late after downAfter, and never down', () => {
    const waits = [started(1), asks(queued(1), 1), 2 * minute]
    const reasons = ['stocks.updated: 1 of 1 waiting for the budget of requests']
    expect(after(waits)).toMatchObject({ status: 'ok', reasons, streams: { [operation]: { waiting: 1, late: 0 } } })
    expect(after([...waits, 60 * minute])).toMatchObject({
      status: 'degraded',
      reasons: ['stocks.updated: 1 of 1 late', ...reasons],
      streams: { [operation]: { late: 1, down: 0 } },
    })
    expect(statusAfter([...waits, asks(asked, 1), 60 * minute])).toBe('down')
    expect(statusAfter([...waits, asks(queued(0), 2), 60 * minute])).toBe('down')
  })

  it('says so while the authentication waits for the budget', () => {
    const waits = [started(1), asks(queued(1)), 20 * minute]
    expect(after(waits)).toMatchObject({ status: 'degraded', streams: { [operation]: { waiting: 1, down: 0 } } })
    for (const end of [asked, renewed, refused]) expect(statusAfter([...waits, asks(end)])).toBe('down')
  })

  it('is well during a first load under a small budget', () => {
    const clock = createVirtualClock({ start })
    const { credentials, http, users } = createSandbox({
      profile: documentedProfile,
      clock,
      users: 3,
      transactions: 20_000,
    })
    const limits = { application: { requests: 20, per: 5 * minute } }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
      limits,
    })
    const seen: Array<Health> = []
    watchHealth(client.events$, { clock, every: minute }).subscribe((health) => seen.push(health))
    for (const { externalUserId: label } of users)
      client.user({ externalUserId: label }).transactions.watchUpdated({ label }).subscribe()
    clock.advance(30 * minute)
    expect(seen.slice(1).filter(({ status }) => status !== 'ok')).toEqual([])
    const waiting = `transactions.updated: 3 of 3 waiting for the budget of requests (${users.map(({ externalUserId }) => externalUserId).join(', ')})`
    expect(new Set(seen.slice(1).flatMap(({ reasons }) => reasons))).toContain(waiting)
  })

  it('is down when all watchers of a stream are, and degraded when some are', () => {
    const one = [started(1), started(2), 20 * minute, done(2)]
    expect(statusAfter(one)).toBe('degraded')
    expect(statusAfter([...one, ended(1)])).toBe('ok')
    expect(statusAfter([...one, ended(2), ['items.refreshStatus', done(3)]])).toBe('down')
  })

  it('is degraded by the third failure in a row', () => {
    const twice = [started(1), failed(1), failed(1)]
    expect(statusAfter(twice)).toBe('ok')
    expect(statusAfter([...twice, done(1), failed(1)])).toBe('ok')
    expect(after([...twice, failed(1)])).toMatchObject({
      status: 'degraded',
      reasons: [`stocks.updated: failures in a row: 3; ${lost.message}`],
      streams: { [operation]: { status: 'degraded', failures: 3, lastError: lost.message } },
    })
  })

  it('is down while fewer watchers run than are to', () => {
    expect(after([])).toMatchObject({ status: 'down', reasons: ['0 of 1 watchers run'], streams: {} })
    expect(statusAfter([], { minWatchers: 0 })).toBe('ok')
    expect(statusAfter([started(1)], { minWatchers: 2 })).toBe('down')
    expect(statusAfter([started(1), started(2)], { minWatchers: 2 })).toBe('ok')
    expect(statusAfter([started(1), done(1), ended(1)])).toBe('down')
  })

  it('tells of the token, and is degraded from a failure until there is one', () => {
    expect(after([done(1)]).token).toStrictEqual({ renewed: null, expires: null, failures: 0 })
    expect(after([done(1), 4000, renewed]).token).toStrictEqual({
      renewed: at(4000),
      expires: at(7_200_000),
      failures: 0,
    })
    const refusedTwice = after([done(1), renewed, refused, refused])
    expect(refusedTwice).toMatchObject({ status: 'degraded', reasons: ['no token, failures in a row: 2'] })
    expect(refusedTwice.token).toStrictEqual({ renewed: at(0), expires: at(7_200_000), failures: 2 })
    expect(statusAfter([done(1), refused, renewed])).toBe('ok')
  })

  it('tells of the budget, and is degraded during a cool-down', () => {
    const { status, reasons, budget } = after([done(1), coolDown(7000)])
    expect([status, reasons]).toEqual(['degraded', ['after a 429, nothing is sent for 6 s (application)']])
    const application = { limit: 60, remaining: 7, waiting: 3, coolDownUntil: at(7000) }
    expect(budget).toStrictEqual({ application })
    expect(statusAfter([done(1), coolDown(7000), 6000])).toBe('ok')
    expect(after([done(1), coolDown(0)])).toMatchObject({
      status: 'ok',
      budget: { application: { coolDownUntil: null } },
    })
  })

  it.each([-60, 60])('knows how long that is, though the wall clock leaps by %s minutes', (minutes) => {
    const clock = createVirtualClock({ start })
    const events$ = new Subject<ClientEvent>()
    const reasons: Array<ReadonlyArray<string>> = []
    watchHealth(events$, { clock, minWatchers: 0 }).subscribe((health) => reasons.push(health.reasons))
    events$.next({ ...coolDown(2500), operation, request: 0, time: new Date(clock.wall()) })
    clock.stepWall(minutes * minute)
    clock.advance(3000)
    const left = (duration: string) => [`after a 429, nothing is sent for ${duration} (application)`]
    expect(reasons).toEqual([[], left('2 s'), left('500 ms'), []])
  })

  it.each([
    ['closed', 'ok', []],
    ['open', 'degraded', ['the circuit is open: every request fails']],
    ['half-open', 'degraded', ['the circuit is half-open: every request fails']],
  ] as const)('tells of the circuit: %s is %s', (state, status, reasons) => {
    expect(after([done(1), circuit('open'), circuit(state)])).toMatchObject({ circuit: state, status, reasons })
  })

  it('keeps no process alive', async () => {
    const { code, stdout, stderr } = await nodeProcess(`
      import { Subject } from 'rxjs'
      import { watchHealth } from '../lib/node.js'
      watchHealth(new Subject()).subscribe(({ status }) => console.log(status))
    `)
    expect([code, stdout, stderr]).toEqual([0, 'down\n', ''])
  })

  it('is not late after the sleep of a machine, whose timers stood still with it', () => {
    const clock = createVirtualClock()
    const { credentials, http } = createSandbox({ profile: documentedProfile, clock })
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
    })
    const statuses: Array<string> = []
    watchHealth(client.events$, { clock }).subscribe(({ status }) => statuses.push(status))
    client.user({ externalUserId: 'A6J' }).stocks.watchUpdated().subscribe()
    clock.advance(10 * minute)
    clock.sleep(8 * 60 * minute)
    clock.advance(10 * minute)
    expect(statuses.slice(1).filter((status) => status !== 'ok')).toEqual([])
  })

  it('sees an outage come and pass, as JSON shows it, without a secret', () => {
    const clock = createVirtualClock()
    const { credentials, http: bank } = createSandbox({ profile: documentedProfile, clock })
    let isOut = false
    const http: Http = (request) => (isOut ? bank(request).pipe(map(() => json({ type: 'canary', message: credentials.clientSecret }, 500))) : bank(request)) // prettier-ignore
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
    })
    let now: Health | undefined
    const shown: Array<string> = []
    watchHealth(client.events$, { clock }).subscribe((health) => {
      now = health
      shown.push(JSON.stringify(health))
    })
    client.user({ externalUserId: 'A6J' }).transactions.watchUpdated().subscribe()
    clock.advance(5 * minute)
    expect(now).toMatchObject({ status: 'ok', streams: { 'transactions.updated': { watchers: 1, failures: 0 } } })
    isOut = true
    clock.advance(5 * minute)
    expect(now?.status).toBe('degraded')
    clock.advance(10 * minute)
    expect(now?.status).toBe('down')
    isOut = false
    clock.advance(2 * minute)
    expect(now).toMatchObject({ status: 'ok', reasons: [] })
    expect(shown.filter((text) => text.includes(credentials.clientSecret))).toEqual([])
  })

  it.each<[string, unknown, unknown]>([
    ['/every', NEVER, { every: 99 }],
    ['/lateAfter', NEVER, { lateAfter: -1 }],
    ['/downAfter', NEVER, { downAfter: '1' }],
    ['/minWatchers', NEVER, { minWatchers: 0.5 }],
    ['/clock', NEVER, { clock: {} }],
    ['/evry', NEVER, { evry: 1000 }],
    ['/events$', 'events$', {}],
  ])('names what is wrong: %s', (path, events$, config) => {
    const errors: Array<unknown> = []
    const health$ = watchHealth(events$ as Observable<ClientEvent>, config as WatchHealthConfig)
    health$.subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path }] }])
  })
})
