import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, map, type Observable, of, throwError, timer } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import type { PermitSource, SharedPermits } from '../../../lib/http/budget/PermitSource.js'
import { sharedPermits } from '../../../lib/http/budget/sharedPermits.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { createClient } from '../../../lib/index.js'
import { memoryPermits } from '../../../lib/server/stores/memoryPermits.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { RequestLimit } from '../../../lib/service/profile/rateLimits.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { mortal } from '../../helpers/mortal.js'
import { json } from '../../helpers/responses.js'
import { randomFrom } from '../../helpers/watching.js'

const refused = new StatusError({
  operation: 'stocks.list',
  page: none,
  status: 429,
  type: none,
  detail: none,
  retryAfter: some(5000),
})

/** Processes that share permits, each with users who always ask for the next thing. */
const fleet = (limit: RequestLimit, count: number, latency = 40) => {
  const clock = createVirtualClock()
  const permits = memoryPermits({ ...limit, clock })
  const arrivals: Array<{ readonly process: number; readonly at: number }> = []
  let refusesUntil = 0

  const group = Array.from({ length: count }, (_, process) => {
    const life = mortal(clock)
    const make = budget(life.clock, randomFrom(process), () => undefined, { limits: {}, maxWaiting: 10_000, permits })
    const serve = (): Observable<HttpResponse> => {
      arrivals.push({ process, at: clock.monotonic() })
      const isRefused = clock.monotonic() < refusesUntil
      return life.hears(timer(latency, clock.scheduler)).pipe(
        map(() => {
          if (isRefused) throw refused
          return json({})
        }),
      )
    }
    const ask = (user: string, priority: 'interactive' | 'background') =>
      make(user)(serve)(httpRequest({ access: 'user', priority, timeout: 1000 }))
    const keepAsking = (user: string, priority: 'interactive' | 'background' = 'background'): void => {
      const again = () => keepAsking(user, priority)
      ask(user, priority).subscribe({ error: again, complete: again })
    }
    return { ...life, ask, keepAsking }
  })
  const one = (process: number) => group[process] as NonNullable<(typeof group)[number]>
  const between = (from: number, to: number) => arrivals.filter(({ at }) => at >= from && at < to)
  const refuseUntil = (at: number) => {
    refusesUntil = at
  }
  return { clock, group, one, arrivals, between, refuseUntil }
}

const perProcess = (arrivals: ReadonlyArray<{ readonly process: number }>, count: number) =>
  Array.from({ length: count }, (_, index) => arrivals.filter(({ process }) => process === index).length)

describe('clients that share permits', () => {
  it.each([
    ['background', 180],
    ['interactive', 200],
  ] as const)('use at least 85 in 100 of the limit, with %s requests', (priority, most) => {
    const { clock, group, between } = fleet({ requests: 200, per: 30_000 }, 3)
    for (const { keepAsking } of group) for (let user = 0; user < 40; user++) keepAsking(`u${String(user)}`, priority)
    clock.advance(330_000)
    for (let window = 1; window <= 10; window++) {
      const { length } = between(window * 30_000, window * 30_000 + 30_000)
      expect(length).toBeGreaterThanOrEqual(170)
      expect(length).toBeLessThanOrEqual(most)
    }
  })

  it('have their turns, however many wait in one of them', () => {
    const { clock, one, between } = fleet({ requests: 60, per: 10_000 }, 4)
    for (let user = 0; user < 200; user++) one(0).keepAsking(`u${String(user)}`)
    for (const process of [1, 2, 3]) for (let user = 0; user < 10; user++) one(process).keepAsking(`u${String(user)}`)
    clock.advance(400_000)
    const shares = perProcess(between(20_000, 400_000), 4)
    expect(Math.max(...shares)).toBeLessThanOrEqual(3 * Math.min(...shares))
  })

  it('send what somebody waits for at once, while the background of all has used its part', () => {
    const { clock, group, one, arrivals } = fleet({ requests: 50, per: 60_000 }, 3)
    for (const { keepAsking } of group) for (let user = 0; user < 30; user++) keepAsking(`u${String(user)}`)
    clock.advance(30_000)
    expect(arrivals).toHaveLength(45)
    for (let n = 0; n < 5; n++)
      one(n % 3)
        .ask('somebody', 'interactive')
        .subscribe()
    expect(arrivals).toHaveLength(50)
    one(0).ask('somebody', 'interactive').subscribe()
    clock.advance(29_000)
    expect(arrivals).toHaveLength(50)
  })

  it('get back what one of them held that died, and no sooner than its requests have left the window', () => {
    const { clock, one, arrivals, between } = fleet({ requests: 20, per: 10_000 }, 2)
    for (let user = 0; user < 18; user++) one(0).keepAsking(`u${String(user)}`)
    expect(arrivals).toHaveLength(18)
    one(0).die()
    for (let user = 0; user < 18; user++) one(1).keepAsking(`u${String(user)}`)
    clock.advance(20_999)
    expect(arrivals).toHaveLength(18)
    clock.advance(1100)
    expect(between(20_999, 23_000).length).toBeGreaterThan(10)
  })

  it('are all quiet after the 429 of one of them, and begin slowly together', () => {
    const { clock, group, between, refuseUntil } = fleet({ requests: 1000, per: 10_000 }, 3)
    for (const { keepAsking } of group) for (let user = 0; user < 100; user++) keepAsking(`u${String(user)}`)
    clock.advance(20_000)
    refuseUntil(25_000)
    clock.advance(35_000)
    const [seen = { at: NaN }] = between(20_000, Infinity)
    expect(between(seen.at + 45, 25_000)).toEqual([])
    const [first = { at: NaN }] = between(25_000, Infinity)
    expect(between(first.at, first.at + 1000).length).toBeLessThanOrEqual(5)
    expect(between(first.at, first.at + 1000).length).toBeGreaterThan(1)
    expect(between(first.at + 1000, first.at + 2000).length).toBeLessThanOrEqual(10)
    expect(between(45_000, 55_000).length).toBeGreaterThan(850)
  })

  it('are quiet again if the first of them is refused again', () => {
    const { clock, group, between, refuseUntil } = fleet({ requests: 1000, per: 10_000 }, 3)
    for (const { keepAsking } of group) for (let user = 0; user < 100; user++) keepAsking(`u${String(user)}`)
    clock.advance(20_000)
    refuseUntil(60_000)
    clock.advance(40_000)
    // Every five seconds, at the end of each cool-down, a few ask whether it is over.
    const [seen = { at: NaN }] = between(20_000, Infinity)
    expect(between(seen.at + 45, 60_000).length).toBeLessThanOrEqual(8 * 5)
  })
})

describe('permits of a config', () => {
  const config = { baseUrl: 'https://bank.example', clientId: 'id' }

  it('are shared by clients, in place of the limit of the application', () => {
    const clock = createVirtualClock()
    const permits = memoryPermits({ requests: 3, per: 60_000, clock })
    let sent = 0
    const http = () => {
      sent++
      return of({ status: 200, headers: {}, body: '{"resources":[]}' })
    }
    const limits = { application: { requests: 1, per: 60_000 } }
    const clients = [1, 2].map(() =>
      createClient({ profile: documentedProfile, ...config, http, clock, limits, permits }),
    )
    for (let n = 0; n < 3; n++) for (const { banks } of clients) banks.pages().subscribe()
    expect(sent).toBe(3)
    clock.advance(62_000)
    expect(sent).toBe(6)
  })

  it('are refused if they are none', () => {
    const issues = [expect.objectContaining({ path: '/permits' })]
    const refusal: unknown = expect.objectContaining({ _tag: 'ConfigError', issues })
    const wrong = { limit: { requests: 1, per: 1 } } as unknown as SharedPermits
    expect(() => createClient({ profile: documentedProfile, ...config, permits: wrong })).toThrow(refusal as Error)
  })
})

describe('sharedPermits', () => {
  const source: PermitSource = {
    limit: { requests: 1, per: 1 },
    lease: () => EMPTY,
    release: () => EMPTY,
    coolDown: () => throwError(() => new Error('never')),
  }

  it('takes a source of a class, and calls its methods as such', () => {
    class Own implements PermitSource {
      readonly limit = source.limit
      readonly #asked: Array<string> = []
      lease() {
        this.#asked.push('lease')
        return EMPTY
      }
      release() {
        this.#asked.push('release')
        return EMPTY
      }
      coolDown() {
        this.#asked.push('coolDown')
        return EMPTY
      }
      asked() {
        return this.#asked
      }
    }
    const own = new Own()
    const { lease, release, coolDown, limit } = sharedPermits(own)
    lease({ count: 1, priority: 'background', hold: 1 })
    release([])
    coolDown(1)
    expect([own.asked(), limit]).toEqual([['lease', 'release', 'coolDown'], source.limit])
  })

  it.each([
    ['nothing', undefined, ''],
    ['without lease', { ...source, lease: 1 }, ''],
    ['without release', { ...source, release: undefined }, ''],
    ['without coolDown', { ...source, coolDown: {} }, ''],
    ['without a limit', { ...source, limit: undefined }, '/limit'],
    ['with a wrong limit', { ...source, limit: { requests: 0, per: 1 } }, '/limit/requests'],
  ])('refuses %s', (_, wrong, path) => {
    const issues = [expect.objectContaining({ path })]
    const refusal: unknown = expect.objectContaining({ _tag: 'ConfigError', issues })
    expect(() => sharedPermits(wrong as PermitSource)).toThrow(refusal as Error)
  })
})
