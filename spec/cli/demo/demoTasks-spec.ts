import { map, type Observable, Subject, Subscription } from 'rxjs'
import { demoEventJson, untilAllShown } from '../../../lib/cli/demo/demo.js'
import type { DemoEvent } from '../../../lib/cli/demo/DemoEvent.js'
import { type DemoService, demoSizes } from '../../../lib/cli/demo/demoService.js'
import { demoTasks } from '../../../lib/cli/demo/demoTasks.js'
import { withDemoState } from '../../../lib/cli/demo/withDemoState.js'
import { createClient, createVirtualClock, Redacted, reveal, type VirtualClock } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

const start = Date.UTC(2026, 0, 15, 12)
const credentials = { clientId: 'demo-client', clientSecret: 'c4n4ry-secret' }

const transactions = 8_250
const pages = 17

/** The stage of the demo without a port, under virtual time, and with a shorter list. */
const versionOn = (clock: VirtualClock): DemoService => {
  const { stocks, tokenLifetime } = demoSizes
  const sandbox = createSandbox({
    profile: documentedProfile,
    seed: 1,
    clock,
    users: 1,
    transactions,
    stocks,
    tokenLifetime,
    credentials,
  })
  const baseUrl = 'https://bank.example'
  const client = createClient({
    profile: documentedProfile,
    baseUrl,
    ...credentials,
    http: sandbox.http,
    clock,
    random: () => 0.5,
  })
  return { sandbox, client, baseUrl, seed: 1, transactions }
}

const tagged = <T extends DemoEvent['_tag']>(events: ReadonlyArray<DemoEvent>, tag: T) =>
  events.filter((event): event is Extract<DemoEvent, { readonly _tag: T }> => event._tag === tag)

describe('scenario', () => {
  describe('in a minute', () => {
    const events: Array<DemoEvent> = []
    let service: DemoService

    beforeAll(() => {
      const clock = createVirtualClock({ start })
      service = versionOn(clock)
      const running = demoTasks(service, clock).subscribe((event) => events.push(event))
      clock.advance(60_000)
      running.unsubscribe()
    })

    it('renews the token before it expires, again and again', () => {
      const tokens = tagged(events, 'TokenIssued')
      expect(tokens).toHaveLength(6)
      for (const [index, { time }] of tokens.slice(1).entries())
        expect(time.getTime()).toBeLessThan(tokens[index]?.expires_at.getTime() ?? 0)
      expect(tagged(events, 'TokenRenewed')).toHaveLength(tokens.length)
    })

    it('reads all pages of a list, and then the list again', () => {
      const read = tagged(events, 'PageRead').filter(({ list }) => list === 1)
      expect(read.map(({ page }) => page)).toStrictEqual(Array.from({ length: pages }, (_, index) => index + 1))
      expect(read.reduce((sum, { rows }) => sum + rows, 0)).toBe(transactions)
      expect(read.filter(({ last }) => last).map(({ page }) => page)).toStrictEqual([pages])
      const lists = tagged(events, 'ListStarted').map(({ list }) => list)
      expect(lists).toStrictEqual(Array.from({ length: lists.length }, (_, index) => index + 1))
      expect(lists.length).toBeGreaterThan(4)
    })

    it('fails a page of each list once, by turns with 429 and 503, and it is retried as asked', () => {
      const faults = tagged(events, 'FaultInjected').map(({ page, status, retry_after }) => [page, status, retry_after])
      expect(faults.slice(0, 3)).toStrictEqual([
        [15, 429, 1],
        [15, 503, null],
        [15, 429, 1],
      ])
      const retried = tagged(events, 'Retried')
      expect(retried[0]).toMatchObject({ delay: 1000, error: { status: 429, page: { value: 15 } } })
      expect(retried[1]).toMatchObject({ error: { status: 503, page: { value: 15 } } })
      expect(faults.length - retried.length).toBeLessThanOrEqual(1)
    })

    it('follows refreshes to their ends, whatever these are', () => {
      const ends = tagged(events, 'RefreshStatusReceived').filter(({ last }) => last)
      const [first, second] = service.sandbox.users[0]?.itemIds ?? []
      expect(ends.slice(0, 4).map(({ item_id, status }) => [item_id, status])).toStrictEqual([
        [first, 'finished'],
        [second, 'info_required'],
        [first, 'finished'],
        [second, 'finished_error'],
      ])
    })

    it('shows each stock once, and then again whenever it has changed', () => {
      const updates = tagged(events, 'StockUpdated')
      expect(new Set(updates.slice(0, 40).map(({ id }) => id)).size).toBe(40)
      expect(updates.slice(0, 40).every(({ previous_price }) => previous_price === null)).toBe(true)
      const prices = new Map<number, number>()
      for (const { id, price, previous_price } of updates) {
        expect(previous_price).toBe(prices.get(id) ?? null)
        prices.set(id, price)
      }
      expect(updates.length).toBeGreaterThan(100)
    })

    it('tells no secret and no token, and every line is JSON', () => {
      const secrets = service.sandbox.journal
        .entries()
        .flatMap(({ headers }) => [headers.authorization, headers['client-secret']])
        .flatMap((header) => (header instanceof Redacted ? [reveal(header).replace(/^Bearer /, '')] : []))
      expect(new Set(secrets).size).toBe(7)
      const lines = events.map(demoEventJson)
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('type')
      for (const secret of new Set(secrets)) expect(lines.join('\n')).not.toContain(secret)
    })
  })

  let clock: VirtualClock
  let service: DemoService
  let events: Array<DemoEvent>
  let running: Subscription

  const play = (of: (events$: Observable<DemoEvent>) => Observable<DemoEvent> = (events$) => events$) => {
    const ends: Array<unknown> = []
    running = of(demoTasks(service, clock)).subscribe({
      next: (event) => events.push(event),
      error: (error: unknown) => ends.push(error),
      complete: () => ends.push('complete'),
    })
    return ends
  }

  beforeEach(() => {
    clock = createVirtualClock({ start })
    service = versionOn(clock)
    events = []
    running = Subscription.EMPTY
  })

  afterEach(() => {
    running.unsubscribe()
  })

  it('lets go of everything when nobody watches any more', () => {
    play()
    clock.advance(7_000)
    running.unsubscribe()
    expect(clock.pending()).toBe(0)
    expect(service.sandbox.journal.counts().inFlight).toBe(0)
  })

  it('is the same from one seed each time', () => {
    play()
    clock.advance(8_000)
    running.unsubscribe()
    const first = events.map(demoEventJson)
    clock = createVirtualClock({ start })
    service = versionOn(clock)
    events = []
    play()
    clock.advance(8_000)
    expect(events.map(demoEventJson)).toStrictEqual(first)
  })

  it('passes the end of a stream on, and lets go of the others', () => {
    service.sandbox.faults.add({ kind: 'status', status: 404, on: 'refreshStatus' })
    const ends = play()
    clock.advance(5_000)
    expect(ends).toMatchObject([{ _tag: 'StatusError', status: 404 }])
    expect(clock.pending()).toBe(0)
  })

  describe('untilAllShown', () => {
    const once = (events$: Observable<DemoEvent>): Observable<DemoEvent> =>
      events$.pipe(
        withDemoState,
        untilAllShown(clock),
        map(({ event }) => event),
      )

    it('ends when all was seen, with the renewal, which comes last', () => {
      const ends = play(once)
      clock.advance(11_000)
      expect(ends).toStrictEqual([])
      clock.advance(2_000)
      expect(ends).toStrictEqual(['complete'])
      expect(events.at(-1)).toMatchObject({ _tag: 'TokenIssued' })
      expect(clock.pending()).toBe(0)
    })

    it('says after 30 s what it has not seen', () => {
      service.sandbox.faults.add({ kind: 'silence', on: 'transactions', times: Infinity })
      const ends = play(once)
      clock.advance(29_999)
      expect(ends).toStrictEqual([])
      clock.advance(1)
      expect(ends.map(String)).toStrictEqual(['Error: the demo took longer than 30 s; missing: the last page, a retry'])
      expect(clock.pending()).toBe(0)
    })

    it('passes an error on', () => {
      const broken = new Subject<DemoEvent>()
      const ends: Array<unknown> = []
      once(broken).subscribe({ error: (error: unknown) => ends.push(error) })
      broken.error('broken')
      expect(ends).toStrictEqual(['broken'])
      expect(clock.pending()).toBe(0)
    })
  })
})
