import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { Observable, of, type Subscriber, type Subscription, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { breaker } from '../../../lib/http/policies/breaker.js'
import { connectionOver } from '../../helpers/connection.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const a = json({})
const place = { operation: 'stocks.list', page: none }
const lost = new NetworkError({ ...place, origin: 'https://bank.example', code: none })
const statusError = (status: number) =>
  new StatusError({ ...place, status, type: none, detail: none, retryAfter: none })
const withheld = (ms: number) => ({ _tag: 'RequestNotSent', reason: 'circuit', retryAfter: some(ms) })

/** A breaker over a service that does what it is told; `sent` counts what left. */
const breaking = (random = () => 0) => {
  const clock = createVirtualClock()
  const { emit, events } = connectionOver(() => of(a), { clock })
  const flying: Array<Subscriber<HttpResponse>> = []
  let answer: Observable<HttpResponse> = throwError(() => lost)
  let sent = 0
  const http = breaker(
    clock,
    random,
    emit,
  )(
    () =>
      new Observable((subscriber) => {
        sent++
        return answer.subscribe(subscriber)
      }),
  )
  const ask = () => {
    const seen: Array<unknown> = []
    const subscription = http(httpRequest()).subscribe({
      next: (value) => seen.push(value),
      error: (error) => seen.push(error),
    })
    return { seen, subscription }
  }
  const failTimes = (times: number, error: unknown = lost) => {
    answer = throwError(() => error)
    for (let i = 0; i < times; i++) ask()
  }
  return {
    clock,
    ask,
    failTimes,
    flying,
    events,
    set: (next: Observable<HttpResponse>) => {
      answer = next
    },
    /** The next requests stay in flight. */
    hold: () => {
      answer = new Observable((subscriber) => {
        flying.push(subscriber)
      })
    },
    sent: () => sent,
    states: () =>
      events.flatMap((event) =>
        event._tag === 'CircuitChanged' ? [`${event.state} ${String(event.time.getTime())}`] : [],
      ),
  }
}

describe('breaker', () => {
  it('passes an answer on, and aborts', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('--(a|)', { a })
      const http = breaker(
        clock,
        () => 0.5,
        () => undefined,
      )(() => source)
      expectObservable(http(httpRequest())).toBe('--(a|)', { a })
      expectObservable(http(httpRequest()), '^!').toBe('')
      expectSubscriptions(source.subscriptions).toBe(['^-!', '^!'])
    })
  })

  it.each([lost, new TimeoutError({ ...place, timeout: 1 }), statusError(500), statusError(503)])(
    'opens after 20 failures without an answer: %s',
    (error) => {
      const { ask, failTimes, sent, states } = breaking()
      failTimes(19, error)
      expect(states()).toEqual([])
      expect(ask().seen).toEqual([error])
      expect(states()).toEqual(['open 0'])
      expect(ask().seen).toMatchObject([withheld(500)])
      expect(sent()).toBe(20)
    },
  )

  it.each([statusError(404), statusError(401), statusError(429), new DecodeError({ ...place, reason: 'too-large' })])(
    'does not open after what a living service says: %s',
    (error) => {
      const { failTimes, states } = breaking()
      failTimes(1000, error)
      expect(states()).toEqual([])
    },
  )

  it.each([of(a), throwError(() => statusError(404))])('counts anew after an answer', (answer) => {
    const { ask, failTimes, set, states } = breaking()
    failTimes(19)
    set(answer)
    ask()
    failTimes(19)
    expect(states()).toEqual([])
  })

  it('does not open after failures that are far between', () => {
    const { clock, failTimes, states } = breaking()
    for (let i = 0; i < 1000; i++) {
      failTimes(1)
      clock.advance(600)
    }
    expect(states()).toEqual([])
  })

  it.each([
    [10_000, ['open 10000']],
    [10_001, []],
  ])('looks ten seconds back from each failure: %d ms after 19 others', (ms, expected) => {
    const { clock, failTimes, states } = breaking()
    failTimes(19)
    clock.advance(ms)
    failTimes(1)
    expect(states()).toEqual(expected)
  })

  it('opens after 20 within ten seconds, whatever failed before them', () => {
    const { clock, failTimes, states } = breaking()
    failTimes(1)
    clock.advance(9000)
    failTimes(18)
    clock.advance(1500)
    failTimes(1)
    expect(states()).toEqual([])
    failTimes(1)
    expect(states()).toEqual(['open 10500'])
  })

  it('lets exactly one through when the time has come, and withholds the others until it is answered', () => {
    const { clock, ask, failTimes, flying, hold, sent, states } = breaking(() => 1)
    failTimes(20)
    clock.advance(999)
    expect(ask().seen).toMatchObject([withheld(501)])
    clock.advance(1)
    hold()
    const probe = ask()
    const others = Array.from({ length: 100 }, () => ask())
    expect([sent(), others.every(({ seen }) => seen.length === 1), probe.seen]).toEqual([21, true, []])
    expect(others[0]?.seen).toMatchObject([withheld(500)])
    flying[0]?.next(a)
    flying[0]?.complete()
    expect(states()).toEqual(['open 0', 'half-open 1000', 'closed 1000'])
    ask()
    ask()
    expect(sent()).toBe(23)
  })

  it('doubles the wait with each probe that fails, up to a minute', () => {
    const { clock, ask, failTimes, sent } = breaking()
    failTimes(20)
    const waits = Array.from({ length: 9 }, () => {
      const before = clock.monotonic()
      const count = sent()
      while (sent() === count) {
        clock.advance(500)
        ask()
      }
      return clock.monotonic() - before
    })
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  it('begins with short waits again after it was closed', () => {
    const { clock, ask, failTimes, set } = breaking()
    failTimes(20)
    clock.advance(500)
    ask()
    clock.advance(1000)
    set(of(a))
    expect(ask().seen).toEqual([a])
    failTimes(20)
    expect(ask().seen).toMatchObject([withheld(500)])
  })

  it('gives the place of a probe that is aborted to the next one', () => {
    const { clock, ask, failTimes, hold, sent, states } = breaking()
    failTimes(20)
    clock.advance(500)
    hold()
    ask().subscription.unsubscribe()
    ask()
    ask()
    expect([sent(), states()]).toEqual([22, ['open 0', 'half-open 500', 'open 500', 'half-open 500']])
  })

  it('heeds no failure of a request that was sent before it opened, but an answer', () => {
    const { clock, ask, failTimes, flying, hold, states } = breaking()
    hold()
    for (let i = 0; i < 3; i++) ask()
    failTimes(20)
    flying[0]?.error(lost)
    clock.advance(500)
    hold()
    ask()
    flying[1]?.error(lost)
    expect(states()).toEqual(['open 0', 'half-open 500'])
    flying[2]?.next(a)
    expect(states().at(-1)).toBe('closed 500')
  })

  it.each([
    ['fails', ({ flying }: ReturnType<typeof breaking>) => flying[1]?.error(lost)],
    ['is aborted', (_: unknown, { subscription }: { subscription: Subscription }) => subscription.unsubscribe()],
  ])('heeds no probe that %s after another one went out', (_, end) => {
    const broken = breaking()
    const { clock, ask, failTimes, flying, hold, sent, states } = broken
    hold()
    ask()
    failTimes(20)
    clock.advance(500)
    hold()
    const old = ask()
    flying[0]?.next(a)
    failTimes(20)
    clock.advance(500)
    hold()
    ask()
    const before = states()
    expect(before.slice(-2)).toEqual(['open 500', 'half-open 1000'])
    end(broken, old)
    expect([states(), ask().seen, sent()]).toEqual([before, [expect.objectContaining(withheld(0))], 43])
    flying[2]?.error(lost)
    expect(states().at(-1)).toBe('open 1000')
  })

  it('heeds no failure of a probe that was sent before it opened again', () => {
    const { clock, ask, failTimes, flying, hold, states } = breaking()
    hold()
    ask()
    failTimes(20)
    clock.advance(500)
    hold()
    ask()
    flying[0]?.next(a)
    failTimes(20)
    const before = states()
    flying[1]?.error(lost)
    expect([states(), ask().seen]).toEqual([before, [expect.objectContaining(withheld(500))]])
  })

  it('tells those whom it withholds times apart from each other, none before the probe', () => {
    const draw = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(draw, draw, (first, second) => {
        const draws = [first, second]
        const { ask, failTimes } = breaking(() => draws.shift() ?? 0)
        failTimes(20)
        const wait = 1000 * (0.5 + first / 2)
        expect(ask().seen).toMatchObject([withheld(wait + (second * wait) / 2)])
      }),
    )
  })

  it('arms no timer', () => {
    const { clock, failTimes } = breaking()
    failTimes(100)
    expect(clock.pending()).toBe(0)
  })

  it('tells what opened it, for how long, and what became of it', () => {
    const { clock, ask, events, failTimes, set } = breaking()
    failTimes(20)
    clock.advance(500)
    set(of(a))
    ask()
    const changed = { _tag: 'CircuitChanged', operation: 'stocks.list', request: 1 }
    expect(events).toEqual([
      { ...changed, state: 'open', error: some(lost), delay: some(500), time: new Date(0) },
      { ...changed, state: 'half-open', error: none, delay: none, time: new Date(500) },
      { ...changed, state: 'closed', error: none, delay: none, time: new Date(500) },
    ])
  })
})
