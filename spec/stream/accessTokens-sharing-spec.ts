import { Subscription, take } from 'rxjs'
import { createVirtualClock } from '../../lib/clock/virtualClock.js'
import type { AccessToken } from '../../lib/model/AccessToken.js'
import { marbles } from '../helpers/marbles.js'
import { token } from '../helpers/responses.js'
import { granting, hour, lost, minute, nameOf, second, service, tokensOver, transports } from '../helpers/tokens.js'

describe.each(transports)('accessTokens, shared, over a transport that is $transport', ({ latency }) => {
  it('scenario 2: however many subscribe and wait, also in a token and at the last moment, one call serves them', () => {
    const clock = createVirtualClock()
    const { http, calls } = granting(clock, latency * 20, hour)
    const tokens = tokensOver(http, { clock })
    const seen: Array<Array<AccessToken>> = []
    const note = () => {
      const own: Array<AccessToken> = []
      seen.push(own)
      return (issued: AccessToken) => own.push(issued)
    }
    const within = note()
    const first = note()
    const all = new Subscription()
    all.add(
      tokens.token$.subscribe((issued) => {
        first(issued)
        all.add(tokens.token$.subscribe(within))
      }),
    )
    for (let n = 0; n < 50; n++) {
      all.add(tokens.token$.subscribe(note()))
      tokens.take(30 * second).subscribe(note())
    }
    clock.advance(999)
    all.add(tokens.token$.subscribe(note()))
    clock.advance(1)
    expect(calls).toEqual([0])
    expect(seen.map((own) => own.length)).toEqual(Array.from({ length: 103 }, () => 1))
    expect([new Set(seen.flat()).size, clock.pending()]).toEqual([1, 1])
    all.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('who forgets a token in the very moment of getting it, and asks for another, gets that too', () => {
    const clock = createVirtualClock()
    const { http } = granting(clock, latency, hour)
    const tokens = tokensOver(http, { clock })
    const seen: Array<string> = []
    const note = (issued: AccessToken) => {
      seen.push(nameOf(issued))
      if (seen.length > 3) return
      tokens.invalidate()
      tokens.take(minute).subscribe()
    }
    tokens.take(minute).subscribe()
    clock.advance(second)
    tokens.token$.subscribe(note)
    clock.advance(second)
    expect(seen).toEqual(['T1', 'T2', 'T3', 'T4'])
  })

  it('is idle only when nobody is subscribed, nobody waits and no token lives', () => {
    const clock = createVirtualClock()
    const { http } = service(clock, latency, (call) => (call < 5 ? lost : token('T1', clock.wall() + hour)))
    const { take, token$, isIdle } = tokensOver(http, { clock })
    expect(isIdle()).toBe(true)
    const watching = token$.subscribe()
    expect(isIdle()).toBe(false)
    watching.unsubscribe()
    expect(isIdle()).toBe(true)
    const waiting = take(minute).subscribe()
    expect(isIdle()).toBe(false)
    clock.advance(minute)
    expect([waiting.closed, isIdle()]).toEqual([true, false])
    clock.advance(hour)
    expect(isIdle()).toBe(true)
  })

  it('scenario 19: the last to unsubscribe leaves no timer, be it idle or between two attempts', () => {
    const clock = createVirtualClock()
    const { http, counts } = service(clock, latency, (call) => (call > 1 ? lost : token('T1', clock.wall() + hour)))
    const tokens = tokensOver(http, { clock })
    const idle = tokens.token$.subscribe()
    clock.advance(minute)
    expect(clock.pending()).toBe(1)
    idle.unsubscribe()
    expect(clock.pending()).toBe(0)
    clock.advance(2 * hour)
    const failing = tokens.token$.subscribe()
    const waiting = tokens.take(minute).subscribe()
    clock.advance(300)
    expect([counts.failed, counts.inFlight, clock.pending()]).toEqual([1, 0, 3])
    failing.unsubscribe()
    waiting.unsubscribe()
    expect(clock.pending()).toBe(0)
    clock.advance(hour)
    expect([counts.started, tokens.isIdle()]).toEqual([2, true])
  })

  it('scenario 19: who gives up does so alone', () => {
    const clock = createVirtualClock()
    const { http, counts } = granting(clock, latency, hour)
    const tokens = tokensOver(http, { clock })
    let served = 0
    const callers = Array.from({ length: 50 }, () => tokens.take(minute).subscribe(() => served++))
    callers[0]?.unsubscribe()
    clock.advance(second)
    expect([counts.started, counts.aborted, served]).toEqual([1, 0, latency === 0 ? 50 : 49])
  })

  it('scenario 19: ten thousand subscribers that come and go leave nothing behind', () => {
    const clock = createVirtualClock()
    const { http, counts } = granting(clock, latency, hour)
    const tokens = tokensOver(http, { clock })
    for (let n = 0; n < 1000; n++) tokens.token$.subscribe().unsubscribe()
    expect([clock.pending(), counts.inFlight, counts.answered + counts.aborted]).toEqual([0, 0, counts.started])
    expect(counts.started).toBe(latency === 0 ? 1 : 1000)
    tokens.token$.pipe(take(1)).subscribe()
    clock.advance(second)
    const before = counts.started
    for (let n = 0; n < 10_000; n++) tokens.token$.subscribe().unsubscribe()
    expect([clock.pending(), counts.started]).toEqual([0, before])
  })
})

describe('accessTokens, shared, while an authentication is in flight', () => {
  it('scenario 19: one who comes before the last has left joins', () => {
    marbles(({ cold, clock, start, expectSubscriptions }) => {
      const authentication = cold('1s (a|)', { a: token('T1', start + hour) })
      const tokens = tokensOver(() => authentication, { clock })
      const first = tokens.token$.subscribe()
      const comeAndGo = new Subscription()
      cold('500ms (x|)').subscribe(() => {
        comeAndGo.add(tokens.take(minute).subscribe())
        first.unsubscribe()
      })
      expectSubscriptions(authentication.subscriptions).toBe('^ 999ms !')
    })
  })

  it.each(['watched', 'only waited for'])(
    'scenario 11: a token that was asked for before the invalidation is dropped, %s',
    (how) => {
      const clock = createVirtualClock()
      const { http, calls, counts } = granting(clock, 2 * second, hour)
      const tokens = tokensOver(http, { clock })
      const seen: Array<string> = []
      tokens.take(minute).subscribe()
      clock.advance(hour - 4 * minute)
      const watched = how === 'watched' ? tokens.token$.subscribe((issued) => seen.push(nameOf(issued))) : undefined
      tokens.take(minute).subscribe((issued) => seen.push(nameOf(issued)))
      clock.advance(second)
      expect([counts.inFlight, seen]).toEqual([1, how === 'watched' ? ['T1', 'T1'] : []])
      const invalidatedAt = clock.monotonic()
      tokens.invalidate()
      tokens.take(minute).subscribe((issued) => seen.push(nameOf(issued)))
      clock.advance(minute)
      expect(seen.slice(how === 'watched' ? 2 : 0)).toEqual(['T3', 'T3'])
      expect([calls.length, calls[2], counts.aborted, counts.mostInFlight]).toEqual([3, invalidatedAt, 1, 1])
      watched?.unsubscribe()
    },
  )
})
