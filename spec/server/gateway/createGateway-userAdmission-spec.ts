import { NEVER, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import { userAdmission, type UserLimits } from '../../../lib/server/gateway/createGateway.js'
import type { Refusal } from '../../../lib/server/gateway/toRefusal.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'

const admitting = (config: Partial<UserLimits>) => {
  const clock = createVirtualClock()
  const admit = userAdmission(clock, () => 0.5, { requests: 10, per: 10_000, maxInFlight: 10, ...config })
  /** What becomes of work: `ok`, or the refusal's word and wait. */
  const outcome = (user: string, work = of('ok')): string => {
    let heard = 'nothing'
    admit(user, work).subscribe({
      next: (text) => (heard = text),
      error: (error: unknown) => {
        const { type, retryAfter } = error as Refusal
        heard = `${type} ${String(retryAfter)}`
      },
    })
    return heard
  }
  return { admit, clock, outcome }
}

const heapUsed = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe('visitors', () => {
  it('counts nothing before somebody subscribes', () => {
    const { admit, outcome } = admitting({ requests: 1 })
    admit('u', of('ok'))
    expect([outcome('u'), outcome('u')]).toEqual(['ok', 'too_many_requests 10000'])
  })

  it('names a wait that ends if all that a user may ask is on its way', () => {
    const { admit, clock, outcome } = admitting({ requests: 1, maxInFlight: 5 })
    const waiting = admit('u', NEVER).subscribe()
    expect(outcome('u')).toBe('too_many_requests 10000')
    waiting.unsubscribe()
    clock.advance(4000)
    expect(outcome('u')).toBe('too_many_requests 6000')
    clock.advance(6000)
    expect(outcome('u')).toBe('ok')
  })

  it.each([
    ['ends', of('done')],
    ['fails', throwError(() => new Error())],
  ])('makes room if work %s', (_, work) => {
    const { outcome } = admitting({ maxInFlight: 1 })
    outcome('u', work)
    expect(outcome('u')).toBe('ok')
  })

  it('makes room if nobody waits any more, and not before', () => {
    const { admit, outcome } = admitting({ maxInFlight: 1 })
    const waiting = admit('u', NEVER).subscribe()
    expect([outcome('u'), outcome('v')]).toEqual(['too_many_at_once 1000', 'ok'])
    waiting.unsubscribe()
    expect(outcome('u')).toBe('ok')
  })

  it('does not forget those who are at work, however many come', () => {
    const { admit, clock, outcome } = admitting({ maxInFlight: 1 })
    admit('u', NEVER).subscribe()
    clock.advance(20_000)
    for (let n = 0; n < 200; n++) outcome(`user ${String(n)}`)
    expect(outcome('u')).toBe('too_many_at_once 1000')
  })

  it('forgets those who have not come for long', () => {
    const { clock, outcome } = admitting({})
    const come = (users: number) => {
      for (let n = 0; n < users; n++) {
        clock.advance(100)
        outcome(`user ${String(n)} of ${String(users)}`)
      }
    }
    come(1000)
    const before = heapUsed()
    come(100_000)
    expect(heapUsed() - before).toBeLessThan(10_000_000)
  })
})
