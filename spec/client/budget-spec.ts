import { none, some } from 'fp-ts/lib/Option.js'
import { delay, merge, mergeMap, type Observable, of, range, throwError } from 'rxjs'
import {
  type ClientConfig,
  type ClientEvent,
  createClient,
  createVirtualClock,
  documentedProfile,
  type Http,
  type HttpRequest,
  type HttpResponse,
  NetworkError,
  wireHeaders,
} from '../../lib/index.js'
import { json, page, token } from '../helpers/responses.js'
import { randomFrom } from '../helpers/watching.js'

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour

/** A client of a service that gives every user a token, and answers the rest as told; `sent` has what came, and when. */
const serving = (
  answer: (request: HttpRequest & { readonly user: string; readonly attempt: number }) => HttpResponse | Error,
  config: Partial<ClientConfig> = {},
) => {
  const clock = createVirtualClock()
  const sent: Array<{ readonly operation: string; readonly user: string; readonly at: number }> = []
  const http: Http = (request) => {
    const bearer = (wireHeaders(request).Authorization ?? '').replace('Bearer ', '')
    sent.push({ operation: request.operation, user: bearer, at: clock.monotonic() })
    const issued = token(`t${String(sent.length)}`, clock.wall() + 2 * week)
    const attempt = sent.filter(({ operation, user }) => operation === request.operation && user === bearer).length
    const answered = request.operation === 'authenticate' ? issued : answer({ ...request, user: bearer, attempt })
    return (answered instanceof Error ? throwError(() => answered) : of(answered)).pipe(delay(10, clock.scheduler))
  }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 's3cr3t',
    http,
    clock,
    random: () => 0.5,
    ...config,
  })
  const events: Array<ClientEvent> = []
  client.events$.subscribe((event) => events.push(event))
  const timesOf = (asked: string) => sent.filter(({ operation }) => operation === asked).map(({ at }) => at)
  return { clock, client, sent, events, timesOf }
}

const rows = page([])

describe('the budget of a client', () => {
  it('counts retries, replays, authentications and every page', () => {
    // The token is not new any more when it is refused, so another one is asked for.
    const answers = [json({}, 503, { 'retry-after': '6' }), json({}, 401), page([], '/v2/stocks?after=x'), rows]
    const { clock, client, sent } = serving(() => answers.shift() ?? rows, {
      limits: { application: { requests: 5, per: hour } },
    })
    client.user({ externalUserId: 'A6J' }).stocks.pages().subscribe()
    clock.advance(hour - 1)
    expect(sent.map(({ operation }) => operation)).toEqual([
      'authenticate',
      'stocks.list',
      'stocks.list',
      'authenticate',
      'stocks.list',
    ])
    clock.advance(minute)
    expect(sent).toHaveLength(6)
  })

  it.each([
    ['its own', { limits: { application: { requests: 2, per: 1000 } } }],
    ['the profile’s', { profile: { ...documentedProfile, limits: { application: { requests: 2, per: 1000 } } } }],
    [
      'its own, whatever the profile says',
      {
        limits: { application: { requests: 2, per: 1000 } },
        profile: { ...documentedProfile, limits: { application: { requests: 1, per: hour } } },
      },
    ],
  ])('keeps to %s limits, all of its users together', (_, config) => {
    const { clock, client, timesOf } = serving(() => rows, config)
    for (let i = 0; i < 5; i++) client.banks.pages().subscribe()
    clock.advance(10_000)
    expect(timesOf('banks.list')).toEqual([0, 0, 1010, 1010, 2020])
  })

  it('keeps to no limits under the default profile', () => {
    const { client, sent } = serving(() => rows)
    for (let i = 0; i < 500; i++) client.banks.pages().subscribe()
    expect(sent).toHaveLength(500)
  })

  it('lets what somebody waits for go before what watchers ask', () => {
    const { clock, client, sent, timesOf } = serving(() => rows, { limits: { user: { requests: 10, per: minute } } })
    const user = client.user({ externalUserId: 'A6J' })
    range(20)
      .pipe(mergeMap(() => user.stocks.watchUpdated({ since: new Date(0), every: hour })))
      .subscribe()
    clock.advance(20)
    expect(timesOf('stocks.updated')).toHaveLength(9)
    user.accounts.pages().subscribe()
    clock.advance(20)
    expect(sent.at(-1)?.operation).toBe('accounts.list')
  })

  it('heeds a 429 for one of 100 users: nobody asks for that user before its time, all others continue', () => {
    let refused = ''
    const { clock, client, sent } = serving(({ user, attempt, operation }) => {
      refused ||= user
      return user === refused && attempt === 1 && operation !== 'stocks.list'
        ? json({}, 429, { 'retry-after': '30' })
        : rows
    })
    const seen: Array<number> = []
    for (let i = 0; i < 100; i++) {
      const user = client.user({ externalUserId: `user${String(i)}` })
      const lists$ = merge(user.accounts.pages(), user.items.pages(), user.transactions.pages())
      lists$.subscribe(() => seen.push(clock.monotonic()))
    }
    clock.advance(25)
    for (let i = 0; i < 5; i++) client.user({ externalUserId: 'user0' }).stocks.pages().subscribe()
    clock.advance(10 * minute)
    const own = sent.filter(({ user, at }) => user === refused && at > 20)
    expect(own).toHaveLength(8)
    expect(own.every(({ at }) => at >= 30_020)).toBe(true)
    const together = own.map(({ at }) => own.filter((other) => other.at === at).length)
    expect(together).toEqual([1, 2, 2, 3, 3, 3, 2, 2])
    expect(seen.filter((at) => at === 20)).toHaveLength(297)
    expect(clock.pending()).toBe(0)
  })

  it('waits once for a 429, not in the queue and in the retry', () => {
    const { clock, client, timesOf } = serving(({ attempt }) =>
      attempt === 1 ? json({}, 429, { 'retry-after': '30' }) : rows,
    )
    client.banks.pages().subscribe()
    clock.advance(hour)
    expect(timesOf('banks.list')).toEqual([0, 30_010])
  })

  it('gives a Retry-After of over an hour to the caller and to those who wait, as retryAfter', () => {
    const { clock, client, sent } = serving(() => json({}, 429, { 'retry-after': '7200' }))
    const seen: Array<unknown> = []
    const ask = () => client.banks.pages().subscribe({ error: (error) => seen.push(error) })
    ask()
    clock.advance(10)
    ask()
    expect(seen).toMatchObject([
      { _tag: 'StatusError', status: 429, retryAfter: some(7_200_000) },
      {
        _tag: 'RequestNotSent',
        reason: 'budget',
        retryAfter: some(7_200_000),
        operation: 'banks.list',
        page: some(1),
      },
    ])
    expect([sent.length, clock.pending()]).toEqual([1, 0])
  })

  it('does not make a watcher of a refresh outlive its deadline', () => {
    const { clock, client, sent } = serving(() => json({}, 429, { 'retry-after': '3600' }))
    const seen: Array<unknown> = []
    const user = client.user({ externalUserId: 'A6J' })
    user.stocks.pages().subscribe()
    clock.advance(100)
    user.items.watchRefresh(1, { deadline: minute }).subscribe({
      error: ({ _tag }: { readonly _tag: string }) => seen.push(_tag, clock.monotonic()),
    })
    clock.advance(10 * minute)
    expect(seen).toEqual(['DeadlineExceeded', expect.any(Number)])
    expect(seen[1]).toBeLessThan(minute + 5000)
    expect(sent).toHaveLength(2)
  })

  it('holds no timer once everybody has gone', () => {
    const { clock, client, sent } = serving(() => rows, { limits: { application: { requests: 1, per: 30 * minute } } })
    const all = range(100).pipe(mergeMap(() => client.banks.pages()))
    const subscription = merge(all, client.categories.pages()).subscribe()
    clock.advance(minute)
    subscription.unsubscribe()
    expect([sent.length, clock.pending()]).toEqual([1, 0])
  })

  it('fails at once if no more may wait', () => {
    const { client, clock } = serving(() => rows, {
      limits: { application: { requests: 1, per: 30 * minute } },
      maxWaiting: 2,
    })
    const seen: Array<unknown> = []
    for (let i = 0; i < 4; i++) client.banks.pages().subscribe({ error: (error) => seen.push(error) })
    expect(seen).toMatchObject([{ _tag: 'RequestNotSent', reason: 'queue', retryAfter: none }])
    // Those of the one that is in flight: its answer, and its time-out; and that of the hour that the others may wait.
    expect(clock.pending()).toBe(3)
  })

  it('lets who waits go before the authentications of watchers, though it is a user of theirs', () => {
    const { clock, client, sent } = serving(() => rows, { limits: { application: { requests: 10, per: minute } } })
    const userOf = (i: number) => client.user({ externalUserId: `user${String(i)}` })
    for (let i = 0; i < 100; i++)
      userOf(i)
        .stocks.watchUpdated({ since: new Date(0), every: hour })
        .subscribe()
    expect(sent).toHaveLength(9)
    let answeredAt = 0
    userOf(99)
      .stocks.pages({ timeout: 2 * minute })
      .subscribe(() => (answeredAt = clock.monotonic()))
    clock.advance(2 * minute)
    expect(answeredAt).toBeGreaterThan(0)
    expect(answeredAt).toBeLessThan(minute + 100)
  })

  it.each(['interactive', 'background'])('sees tokens die in the line: it continues or says so, %s', (priority) => {
    const clock = createVirtualClock()
    const sent: Array<string> = []
    const http: Http = ({ operation }) => {
      sent.push(operation)
      return of(operation === 'authenticate' ? token(String(sent.length), clock.wall() + 5 * minute) : rows)
    }
    const limits = { application: { requests: 1, per: 10 * minute } }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clientSecret: 's',
      http,
      clock,
      limits,
    })
    const reported: Array<string> = []
    client.events$.subscribe((event) => {
      if (event._tag === 'Polled' && event.error._tag === 'Some') reported.push(event.error.value._tag)
    })
    const { stocks } = client.user({ externalUserId: 'A6J' })
    const asked: Observable<unknown> =
      priority === 'interactive' ? stocks.pages() : stocks.watchUpdated({ since: new Date(0) })
    asked.subscribe({ error: ({ _tag }: { readonly _tag: string }) => reported.push(_tag) })
    clock.advance(hour)
    expect(reported[0]).toBe('RequestNotSent')
    expect(sent.every((operation) => operation === 'authenticate')).toBe(true)
    expect(sent.length).toBeLessThanOrEqual(priority === 'interactive' ? 3 : 7)
  })
})

describe('the circuit of a client', () => {
  const lost = new NetworkError({ operation: 'banks.list', page: none, origin: 'https://bank.example', code: none })

  it('spares a dead server a storm: of 1,000 requests each is sent once, then a few probes go', () => {
    const { clock, client, sent, events } = serving(() => lost)
    const failures = new Map<string, number>()
    for (let i = 0; i < 1000; i++) {
      client.banks.pages().subscribe({
        error: ({ _tag }: { readonly _tag: string }) => failures.set(_tag, (failures.get(_tag) ?? 0) + 1),
      })
    }
    clock.advance(hour)
    expect(Array.from(failures.values()).reduce((sum, count) => sum + count)).toBe(1000)
    // Without the circuit there would be 5,000.
    expect(sent.length).toBeLessThan(1010)
    expect(events.filter((event) => event._tag === 'CircuitChanged' && event.state === 'open').length).toBeLessThan(10)
    expect(clock.pending()).toBe(0)
  })

  it('sends no more than 20 if they come one after the other, and lets traffic back without a burst', () => {
    let isDead = true
    const { clock, client, timesOf } = serving(() => (isDead ? lost : rows), {
      retry: { count: 20 },
      random: randomFrom(1),
    })
    let answered = 0
    for (let i = 0; i < 1000; i++) {
      clock.advance(11)
      client.banks.pages().subscribe(() => answered++)
      if (i === 99) expect(timesOf('banks.list').length).toBeLessThan(25)
    }
    const before = timesOf('banks.list').length
    expect(before).toBeLessThan(40)
    isDead = false
    clock.advance(10 * minute)
    expect([answered, clock.pending()]).toEqual([1000, 0])
    const times = timesOf('banks.list').slice(before)
    expect(times.length).toBeLessThanOrEqual(1001)
    const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 100).length))
    expect(most).toBeLessThan(100)
  })

  it('is of one client: another continues', () => {
    const dead = serving(() => lost, { retry: { count: 0 } })
    for (let i = 0; i < 30; i++) dead.client.banks.pages().subscribe({ error: () => undefined })
    dead.clock.advance(10)
    const other = serving(() => rows)
    let answered = 0
    other.client.banks.pages().subscribe(() => answered++)
    other.clock.advance(10)
    expect(answered).toBe(1)
  })

  it('does not trip over a lone watcher, however long the service is dead', () => {
    const { clock, client, events } = serving(() => lost)
    client
      .user({ externalUserId: 'A6J' })
      .stocks.watchUpdated({ since: new Date(0) })
      .subscribe()
    clock.advance(24 * hour)
    expect(events.filter(({ _tag }) => _tag === 'Polled').length).toBeGreaterThan(1000)
    expect(events.filter(({ _tag }) => _tag === 'CircuitChanged')).toEqual([])
  })

  it('makes watchers wait for the probe, and they live on', () => {
    let isDead = true
    const { clock, client, events, timesOf } = serving(() => (isDead ? lost : rows))
    const watched = range(100).pipe(
      mergeMap((i) =>
        client.user({ externalUserId: `user${String(i)}` }).stocks.watchUpdated({ since: new Date(0), every: hour }),
      ),
    )
    let batches = 0
    const subscription = watched.subscribe(() => batches++)
    clock.advance(hour)
    const asked = timesOf('stocks.updated').length
    // One probe a minute, about, and the first question of each.
    expect(asked).toBeLessThan(100 + 150)
    isDead = false
    clock.advance(10 * minute)
    expect(batches).toBe(100)
    expect(events.at(-1)?._tag).not.toBe('CircuitChanged')
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })
})
