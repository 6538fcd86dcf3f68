import { EMPTY, of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { eventHub } from '../../../lib/base/event/eventHub.js'
import { bridge2018, bridge2021 } from '../../../lib/bridge.js'
import { createClient } from '../../../lib/client/createClient.js'
import { budget, type BudgetConfig } from '../../../lib/http/budget/budget.js'
import type { PermitSource } from '../../../lib/http/budget/PermitSource.js'
import { sharedPermits } from '../../../lib/http/budget/sharedPermits.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { ServiceInterface, ServiceProfile } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { memoryPermits } from '../../../lib/server/stores/memoryPermits.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

type Headers = Readonly<Record<string, string>>

/** A budget over a service that answers at once, the nth request with the nth headers. */
const answering = (headers: ReadonlyArray<Headers>, config: Partial<BudgetConfig> = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const { events$, emit } = eventHub(clock)
  const coolDowns: Array<number> = []
  events$.subscribe((event) => {
    if (event._tag === 'BudgetChanged' && event.coolDown > 0) coolDowns.push(event.coolDown)
  })
  const make = budget(clock, () => 0.5, emit, { limits: {}, maxWaiting: 100, ...config })
  const sent: Array<string> = []
  const ask = (name: string, principal = 'somebody', request: Partial<HttpRequest> = {}) =>
    make(principal)(() => {
      sent.push(`${name} ${String(clock.monotonic())}`)
      return of(json({}, 200, headers[sent.length - 1] ?? {}))
    })(httpRequest({ access: 'user', ...request })).subscribe()
  return { clock, ask, sent, coolDowns }
}

const none: Headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }

describe('a budget whose answers say that no request is left', () => {
  it('sends no more until the limit is reset, and then all at once', () => {
    const { clock, ask, sent, coolDowns } = answering([none])
    for (const name of ['a', 'b', 'c']) ask(name)
    clock.advance(4999)
    expect(sent).toStrictEqual(['a 0'])
    clock.advance(1)
    expect(sent).toStrictEqual(['a 0', 'b 5000', 'c 5000'])
    expect(coolDowns[0]).toBe(5000)
  })

  it('holds the requests of that user alone, and those of the application if it asks', () => {
    const { clock, ask, sent } = answering([none, {}, none])
    ask('a', 'jane')
    ask('b', 'john')
    ask('c', 'application', { access: 'public' })
    ask('d', 'john')
    expect(sent).toStrictEqual(['a 0', 'b 0', 'c 0'])
    clock.advance(5000)
    expect(sent.at(-1)).toBe('d 5000')
  })

  it('is held until the latest reset that was told', () => {
    const { clock, ask, sent } = answering([none, { 'ratelimit-remaining': '0', 'ratelimit-reset': '60' }, none])
    ask('a')
    clock.advance(5000)
    ask('b')
    clock.advance(59_999)
    ask('c')
    expect(sent).toHaveLength(2)
    clock.advance(1)
    expect(sent.at(-1)).toBe('c 65000')
  })

  it.each<[string, Headers]>([
    ['left requests', { 'ratelimit-remaining': '1', 'ratelimit-reset': '5' }],
    ['a reset in the past', { 'ratelimit-remaining': '0', 'ratelimit-reset': '2025-12-31T23:59:59Z' }],
    ['a reset in three years', { 'ratelimit-remaining': '0', 'ratelimit-reset': '2029-01-01T00:00:00Z' }],
    ['garbage', { 'ratelimit-remaining': 'none', 'ratelimit-reset': 'later' }],
    ['no limit', { 'ratelimit-limit': '0', 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }],
  ])('is not held by %s', (_, headers) => {
    const { ask, sent } = answering([headers])
    for (const name of ['a', 'b']) ask(name)
    expect(sent).toStrictEqual(['a 0', 'b 0'])
  })

  it('reads the headers of its profile alone', () => {
    const headers = { 'left-now': '0', 'left-until': '5' }
    const limitHeaders = [{ remaining: 'Left-Now', reset: 'Left-Until' }]
    for (const [config, length] of [
      [{}, 2],
      [{ limitHeaders }, 1],
      [{ limitHeaders: [] }, 2],
    ] as const) {
      const { ask, sent } = answering([headers], config)
      for (const name of ['a', 'b']) ask(name)
      expect(sent).toHaveLength(length)
    }
    const { ask, sent } = answering([none], { limitHeaders: [] })
    for (const name of ['a', 'b']) ask(name)
    expect(sent).toHaveLength(2)
  })

  it('lets a request that waits be left', () => {
    const { clock, ask, sent } = answering([none])
    ask('a')
    ask('b').unsubscribe()
    clock.advance(60_000)
    expect(sent).toStrictEqual(['a 0'])
  })

  it('tells the other processes', () => {
    const reported: Array<number> = []
    const own = memoryPermits({ requests: 100, per: 1000, clock: createVirtualClock() })
    const source: PermitSource = {
      ...own,
      coolDown: (ms) => {
        reported.push(ms)
        return EMPTY
      },
    }
    const { clock, ask, sent } = answering([none], { permits: sharedPermits(source) })
    ask('a', 'application', { access: 'public' })
    ask('b', 'application', { access: 'public' })
    expect([sent, reported]).toStrictEqual([['a 0'], [5000]])
    clock.advance(5000)
    expect(sent).toHaveLength(2)
  })
})

describe('a client of a service that tells its limits', () => {
  /** How many 429 a client meets that asks for more than is allowed. */
  const refusals = (profile: ServiceInterface) => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    const sandbox = createSandbox({ clock, profile, enforceLimits: true, transactions: 10, stocks: 1 })
    const [{ email = '', password = '' } = {}] = sandbox.users
    const config = { ...sandbox.credentials, http: sandbox.http, clock, limits: {} }
    const user = createClient({ ...config, profile: profile as ServiceProfile }).user({ email, password })
    let answers = 0
    const count = { complete: () => answers++, error: () => undefined }
    for (let n = 0; n < 150; n++) user.items.all().subscribe(count)
    clock.advance(300_000)
    const { routes } = sandbox.journal.counts()
    return { answers, refused: sandbox.journal.entries().filter(({ status }) => status === 429).length, routes }
  }

  it('meets no 429, though it was told of no limit', () => {
    expect(refusals(bridge2018)).toMatchObject({ answers: 150, refused: 0 })
    expect(refusals(bridge2021).refused).toBeGreaterThan(0)
  })
})
