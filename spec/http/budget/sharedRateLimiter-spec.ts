import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, from, NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import type { ClientEvent } from '../../../lib/base/event/ClientEvent.js'
import { eventHub } from '../../../lib/base/event/eventHub.js'
import { type Budget, budget, type BudgetConfig } from '../../../lib/http/budget/budget.js'
import type { PermitLease, PermitRequest, PermitSource, ReleasedPermit } from '../../../lib/http/budget/PermitSource.js'
import { sharedPermits } from '../../../lib/http/budget/sharedPermits.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { memoryPermits } from '../../../lib/server/stores/memoryPermits.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const a = json({})
const place = { operation: 'stocks.list', page: none }
const silent = () => undefined
const refusal = (retryAfter: Option<number> = none) =>
  new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter })

/** A source that answers as it is told to, and what it was asked. */
const reported = (
  answer: (ask: PermitRequest, nth: number) => Observable<unknown>,
  limit = { requests: 10, per: 1000 },
) => {
  const asks: Array<PermitRequest> = []
  const returned: Array<ReleasedPermit> = []
  const coolDowns: Array<number> = []
  const source: PermitSource = {
    limit,
    lease: (ask) => defer(() => answer(ask, asks.push(ask)) as Observable<PermitLease>),
    release: (permits) =>
      defer(() => {
        returned.push(...permits)
        return EMPTY
      }),
    coolDown: (ms) =>
      defer(() => {
        coolDowns.push(ms)
        return EMPTY
      }),
  }
  return { source, asks, returned, coolDowns }
}

const lease = (permits: ReadonlyArray<string>, more: Partial<PermitLease> = {}): PermitLease => ({
  permits,
  wait: 0,
  coolDown: 0,
  remaining: 5,
  ...more,
})
let made = 0
const generous = ({ count }: PermitRequest) => of(lease(Array.from({ length: count }, () => `p${String(++made)}`)))

/** A client of a source, with a service that answers when it is told to. */
const clientOf = (source: PermitSource, { limits = {} }: Partial<BudgetConfig> = {}, clock = createVirtualClock()) => {
  const { events$, emit } = eventHub(clock)
  const events: Array<ClientEvent> = []
  events$.subscribe((event) => events.push(event))
  const make = budget(clock, () => 0.5, emit, { limits, maxWaiting: 10_000, permits: sharedPermits(source) })
  const policies = new Map<string, Budget>()
  const flights: Array<Subject<HttpResponse>> = []
  const ask = (overrides: Partial<HttpRequest> = {}, principal = 'somebody') => {
    const policy = policies.get(principal) ?? make(principal)
    policies.set(principal, policy)
    const http = policy(() =>
      defer(() => {
        const flight = new Subject<HttpResponse>()
        flights.push(flight)
        return flight
      }),
    )
    return http(httpRequest({ access: 'user', ...overrides })).subscribe({ error: silent })
  }
  const answer = (index: number) => {
    flights[index]?.next(a)
    flights[index]?.complete()
  }
  const fail = (index: number, error: unknown) => flights[index]?.error(error)
  return { clock, ask, answer, fail, flights, events }
}

describe('sharedRateLimiter', () => {
  it('sends when a permit has arrived, and gives it back after the answer', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions, flush }) => {
      const leases = cold('3ms (l|)', { l: lease(['p']) })
      const { source, returned } = reported(() => leases)
      const service = cold('2ms (a|)', { a })
      const config = { limits: {}, maxWaiting: 9, permits: sharedPermits(source) }
      const http = budget(clock, () => 0.5, silent, config)('somebody')(() => service)
      expectObservable(http(httpRequest())).toBe('5ms (a|)', { a })
      expectSubscriptions(leases.subscriptions).toBe('^--!')
      expectSubscriptions(service.subscriptions).toBe('---^-!')
      flush()
      expect(returned).toEqual([{ permit: 'p', arrivesIn: 0 }])
    })
  })

  it('lets a request wait if the source has none, until there is one', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const permits = memoryPermits({ requests: 1, per: 1000, clock })
      const config = { limits: {}, maxWaiting: 9, permits }
      const service = cold('2ms (a|)', { a })
      const [one, other] = ['one', 'other'].map(() => budget(clock, () => 0.5, silent, config)('x')(() => service))
      expectObservable((one as NonNullable<typeof one>)(httpRequest())).toBe('2ms (a|)', { a })
      expectObservable((other as NonNullable<typeof other>)(httpRequest())).toBe('1054ms (a|)', { a })
      expectSubscriptions(service.subscriptions).toBe(['^-!', '1052ms ^-!'])
    })
  })

  it('requests as many as wait, twenty at most, with the longest time-out of them', () => {
    const { source, asks } = reported(() => NEVER)
    const { ask } = clientOf(source)
    ask({ timeout: 500 })
    for (let n = 0; n < 30; n++) ask({ priority: 'background', timeout: 7000 })
    expect(asks).toEqual([
      { count: 1, priority: 'interactive', hold: 10_500 },
      { count: 1, priority: 'background', hold: 17_000 },
    ])
  })

  it('asks on at once if it was leased all that it has asked for, else it lets others come first', () => {
    const leases = [new Subject<PermitLease>(), new Subject<PermitLease>()]
    const { source, asks } = reported((_, nth) => leases[nth - 1] ?? NEVER)
    const { ask, clock } = clientOf(source)
    for (let n = 0; n < 30; n++) ask()
    leases[0]?.next(lease(['x']))
    expect(asks.map(({ count }) => count)).toEqual([1, 20])
    leases[1]?.next(lease(['y'], { wait: 30 }))
    clock.advance(79)
    expect(asks).toHaveLength(2)
    clock.advance(1)
    expect(asks).toHaveLength(3)
  })

  it('asks for none whom the limit of their user holds back, and for them when that is over', () => {
    const { source, asks } = reported(generous)
    const { ask, clock, answer, flights } = clientOf(source, { limits: { user: { requests: 1, per: 5000 } } })
    ask()
    ask()
    expect(asks).toHaveLength(1)
    answer(0)
    clock.advance(4999)
    expect([asks.length, flights.length]).toEqual([1, 1])
    clock.advance(1)
    expect([asks.length, flights.length]).toEqual([2, 2])
  })

  it('stops asking when nobody waits any more, and gives back what comes too late', () => {
    const leases = new Subject<PermitLease>()
    const { source, asks, returned } = reported((_, nth) => (nth === 1 ? of(lease([], { wait: 500 })) : leases))
    const { ask, clock, flights } = clientOf(source)
    const first = ask()
    first.unsubscribe()
    clock.advance(60_000)
    expect([asks.length, clock.pending()]).toEqual([1, 0])
    const second = ask()
    second.unsubscribe()
    leases.next(lease(['late']))
    clock.advance(1)
    expect([flights.length, returned, clock.pending()]).toEqual([0, [{ permit: 'late' }], 0])
  })

  it('gives back at once what is not used, and after its time-out what was aborted', () => {
    const { source, returned } = reported(({ count }) =>
      of(lease(Array.from({ length: count + 1 }, (_, index) => `p${String(index)}`))),
    )
    const { ask, clock } = clientOf(source)
    const one = ask({ timeout: 700 })
    clock.advance(0)
    expect(returned).toEqual([{ permit: 'p1' }])
    one.unsubscribe()
    clock.advance(50)
    expect(returned.slice(1)).toEqual([{ permit: 'p0', arrivesIn: 650 }])
  })

  it.each([
    ['errors', () => throwError(() => new Error('postgres://user:s3cr3t@db')), 'error'],
    ['throws', () => from(undefined as never), 'error'],
    ['errors with a reason', () => throwError(() => ({ reason: 'newer', message: 's3cr3t' })), 'newer'],
    ['errors with a reason of its own', () => throwError(() => ({ reason: 's3cr3t' })), 'error'],
    ['errors with nothing', () => throwError(() => undefined), 'error'],
    ['answers with something else', () => of({ permits: [1] }), 'error'],
    ['hangs', () => NEVER, 'timeout'],
    ['completes without a lease', () => EMPTY, 'timeout'],
  ])('lets requests wait while the source %s, tells it, and continues when it is well', (_, broken, reason) => {
    const { source, asks } = reported((ask, nth) => (nth <= 3 ? broken() : generous(ask)))
    const { ask, clock, flights, events } = clientOf(source)
    ask()
    clock.advance(30_000 + 187.5 + 375)
    expect([asks.length, flights.length]).toEqual(reason === 'timeout' ? [3, 0] : [4, 1])
    clock.advance(60_000)
    expect([asks.length, flights.length]).toEqual([4, 1])
    const failures = events.filter(({ _tag }) => _tag === 'PermitsFailed')
    const subject = { operation: 'stocks.list', request: 1 }
    expect(failures).toMatchObject([187.5, 375, 750].map((delay) => ({ ...subject, reason, delay })))
    expect(JSON.stringify(events)).not.toContain('s3cr3t')
  })

  it('gives permits back that the machine has slept away, and sends nothing with them', () => {
    const leases = new Subject<PermitLease>()
    const { source, asks, returned } = reported((_, nth) => (nth === 1 ? leases : NEVER))
    const { ask, clock, flights } = clientOf(source)
    ask({ timeout: 1000 })
    clock.sleep(10_001)
    leases.next(lease(['stale']))
    expect([flights.length, asks.length]).toEqual([0, 2])
    clock.advance(1)
    expect(returned).toEqual([{ permit: 'stale' }])
  })

  it('takes another permit if making a request ready took longer than its permit lasts', () => {
    const { source, asks, returned } = reported(generous)
    const { ask, clock, flights } = clientOf(source)
    const ready = new Subject<HttpRequest>()
    let prepared = 0
    const prepare = () => {
      prepared++
      return ready
    }
    ask({ timeout: 1000, admission: { isStillWanted: () => true, waitsSince: undefined, prepare } })
    clock.advance(10_001)
    ready.next(httpRequest())
    clock.advance(0)
    expect([asks.length, flights.length, prepared]).toEqual([2, 1, 1])
    expect(returned.map(({ arrivesIn }) => arrivesIn)).toEqual([undefined])
  })

  it('tells the source of a cool-down, and requests nothing meanwhile', () => {
    const { source, asks, coolDowns } = reported(generous)
    const { ask, clock, fail, flights, events } = clientOf(source)
    ask({ access: 'application', operation: 'users.list' })
    fail(0, refusal(some(3000)))
    ask()
    clock.advance(2999)
    expect([coolDowns, asks.length]).toEqual([[3000], 1])
    clock.advance(1)
    expect([asks.length, flights.length]).toEqual([2, 2])
    const cooled = events.filter((event) => event._tag === 'BudgetChanged' && event.coolDown > 0)
    expect(cooled[0]).toMatchObject({ scope: 'application', limit: some(10), coolDown: 3000 })
  })

  it('tells once that other processes have used up the limit, or began a cool-down', () => {
    const answers = [
      lease([], { remaining: 0 }),
      lease([], { remaining: 0 }),
      lease([], { remaining: 0, coolDown: 3000 }),
    ]
    const { source, asks } = reported((ask, nth) => (nth <= 3 ? of(answers[nth - 1]) : generous(ask)))
    const { ask, clock, flights, events } = clientOf(source)
    ask({ access: 'application', operation: 'users.list' })
    clock.advance(900)
    expect([asks.length, flights.length]).toEqual([3, 0])
    const changes = events.flatMap((event) =>
      event._tag === 'BudgetChanged' ? [[event.scope, event.remaining, event.waiting, event.coolDown]] : [],
    )
    expect(changes).toEqual([
      ['application', some(10), 1, 0],
      ['application', some(0), 1, 0],
      ['application', some(0), 1, 3000],
    ])
    clock.advance(3000)
    expect(flights).toHaveLength(1)
  })

  it('doubles a cool-down without a time, until an answer comes', () => {
    const { source, coolDowns } = reported(generous)
    const { ask, clock, fail, answer } = clientOf(source)
    const once = (index: number, end: (index: number) => void) => {
      ask({ access: 'application', operation: 'users.list' })
      end(index)
      clock.advance(60_000)
    }
    const refuse = (index: number) => fail(index, refusal())
    once(0, refuse)
    once(1, refuse)
    once(2, answer)
    once(3, refuse)
    expect(coolDowns).toEqual([1500, 3000, 1500])
  })

  it('tells of a cool-down again while the source does not hear it', () => {
    const { source } = reported(generous)
    let tries = 0
    const full = Object.assign(new Error('down'), { reason: 'full' })
    const deaf = { ...source, coolDown: () => (++tries < 3 ? throwError(() => full) : EMPTY) }
    const { ask, clock, fail, events } = clientOf(deaf)
    ask({ access: 'application', operation: 'users.list' })
    fail(0, refusal(some(3000)))
    clock.advance(10_000)
    const reasons = events.flatMap((event) => (event._tag === 'PermitsFailed' ? [event.reason] : []))
    expect([tries, reasons]).toEqual([3, ['full', 'full']])
  })

  it('is quiet for as long as another process was told to be', () => {
    const { source, asks } = reported((ask, nth) => (nth === 1 ? of(lease([], { coolDown: 2000 })) : generous(ask)))
    const { ask, clock, flights } = clientOf(source)
    ask()
    clock.advance(1999)
    expect([asks.length, flights.length]).toEqual([1, 0])
    clock.advance(1)
    expect([asks.length, flights.length]).toEqual([2, 1])
  })

  it('asks again at the time that the source names, and no later than in a second', () => {
    const waits = [20, 400, 70_000]
    const { source, asks } = reported((_, nth) => of(lease([], { wait: waits[nth - 1] ?? 0 })), {
      requests: 9,
      per: 60_000,
    })
    const { ask, clock } = clientOf(source)
    ask()
    const at = [19, 1, 399, 1, 999, 1].map((ms) => {
      clock.advance(ms)
      return asks.length
    })
    expect(at).toEqual([1, 2, 2, 3, 3, 4])
  })

  it('sends ten thousand that wait, if the source answers at once', () => {
    let isOpen = false
    const { source } = reported((asked) => (isOpen ? generous(asked) : of(lease([]))))
    const { ask, flights, clock } = clientOf(source)
    for (let n = 0; n < 10_000; n++) ask()
    isOpen = true
    clock.advance(1000)
    expect(flights).toHaveLength(10_000)
  })
})
