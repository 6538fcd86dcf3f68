import { take } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { AccessToken } from '../../../lib/service/model/AccessToken.js'
import { token } from '../../helpers/responses.js'
import { granting, hour, lost, minute, nameOf, second, service, tokensOver, transports } from '../../helpers/tokens.js'

describe.each(transports)('accessTokens, shared, over a transport that is $transport', ({ latency }) => {
  it('who forgets a token in the very moment of getting it, and requests another, gets that too', () => {
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

  it('is idle only when nobody is subscribed, nobody waits, no token lives, and no retry has to wait', () => {
    const clock = createVirtualClock()
    const { http } = service(clock, latency, (call) => (call < 5 ? lost : token('T1', clock.wall() + hour)))
    const { take: takeOne, token$, isIdle } = tokensOver(http, { clock })
    expect(isIdle()).toBe(true)
    const watching = token$.subscribe()
    expect(isIdle()).toBe(false)
    watching.unsubscribe()
    expect(isIdle()).toBe(latency > 0)
    clock.advance(second)
    expect(isIdle()).toBe(true)
    const waiting = takeOne(minute).subscribe()
    expect(isIdle()).toBe(false)
    clock.advance(minute)
    expect([waiting.closed, isIdle()]).toEqual([true, false])
    clock.advance(hour)
    expect(isIdle()).toBe(true)
  })

  it('who leaves with the token that was renewed for him leaves nothing behind', () => {
    const clock = createVirtualClock()
    const { http, calls } = granting(clock, latency, hour)
    const seen: Array<string> = []
    tokensOver(http, { clock })
      .token$.pipe(take(2))
      .subscribe((issued) => seen.push(nameOf(issued)))
    clock.advance(2 * hour)
    expect([seen, calls.length, clock.pending()]).toEqual([['T1', 'T2'], 2, 0])
  })

  it('an authentication that fails while the last one leaves is nobody’s error', () => {
    const clock = createVirtualClock()
    const { http } = service(clock, latency, (call) =>
      call === 1 ? token('T1', clock.wall() + hour) : new TypeError('a bug'),
    )
    const tokens = tokensOver(http, { clock })
    const seen: Array<string> = []
    const first = tokens.token$.subscribe({
      error: (error: unknown) => {
        seen.push(String(error))
        tokens.token$.subscribe({ error: (again: unknown) => seen.push(`again ${String(again)}`) })
        first.unsubscribe()
      },
    })
    clock.advance(2 * hour)
    expect([seen, clock.pending(), tokens.isIdle()]).toEqual([['TypeError: a bug', 'again TypeError: a bug'], 0, true])
  })

  it('a transport that breaks its contract ends it only once the token has ended', () => {
    const clock = createVirtualClock()
    const { http, calls } = service(clock, latency, (call) =>
      call === 1 ? token('T1', clock.wall() + hour) : new TypeError('a bug'),
    )
    const tokens = tokensOver(http, { clock })
    const seen: Array<string> = []
    tokens.token$.subscribe({
      next: (issued) => seen.push(nameOf(issued)),
      error: (error: unknown) => seen.push(String(error)),
    })
    clock.advance(59 * minute)
    expect([seen, calls.length, tokens.events.length]).toEqual([['T1'], 2, 1])
    clock.advance(2 * minute)
    expect([seen, calls.length, clock.pending()]).toEqual([['T1', 'TypeError: a bug'], 3, 0])
  })
})
