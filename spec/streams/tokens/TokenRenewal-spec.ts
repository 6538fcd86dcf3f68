import { BehaviorSubject, EMPTY } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { TokenRenewal } from '../../../lib/streams/tokens/TokenRenewal.js'
import { token } from '../../helpers/responses.js'
import { granting, hour, lost, minute, second, service, tokenCache } from '../../helpers/tokens.js'
import { watching } from '../../helpers/watching.js'

const setUp = (
  clock = createVirtualClock(),
  { http, calls } = granting(clock, 0, hour),
  active$: ConstructorParameters<typeof TokenRenewal>[2]['active$'] = EMPTY,
) => {
  const cache = tokenCache(watching(http, { clock }))
  const renewal = new TokenRenewal(clock, cache, { keepAlive: false, active$ })
  const errors: Array<unknown> = []
  const start = () => renewal.renewals$.subscribe({ error: (error) => errors.push(error) })
  return { clock, cache, calls, start, errors }
}

describe('TokenRenewal', () => {
  it('renews each token before it ends, from the first subscription on', () => {
    const { clock, cache, calls, start } = setUp()
    clock.advance(hour)
    expect(calls).toEqual([])
    start()
    start()
    expect(calls).toHaveLength(1)
    for (let minutes = 0; minutes < 10 * 60; minutes++) {
      clock.advance(minute)
      expect(cache.liveToken()._tag).toBe('Some')
    }
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.length).toBeLessThan(13)
  })

  it('stops when nobody is subscribed, and only then', () => {
    const { clock, calls, start } = setUp()
    const one = start()
    const other = start()
    one.unsubscribe()
    expect(clock.pending()).toBe(1)
    other.unsubscribe()
    clock.advance(10 * hour)
    expect([clock.pending(), calls.length]).toEqual([0, 1])
  })

  it('asks again for a token that is forgotten', () => {
    const { cache, calls, start } = setUp()
    start()
    cache.forget()
    expect([calls.length, cache.liveToken()._tag]).toEqual([2, 'Some'])
  })

  it('tries again after a failure that passes', () => {
    const clock = createVirtualClock()
    const { calls, start, errors } = setUp(
      clock,
      service(clock, 0, (call) => (call === 1 ? lost : token('T1', clock.wall() + hour))),
    )
    start()
    clock.advance(second)
    expect([calls.length, errors]).toEqual([2, []])
  })

  it('errors with one that waiting does not mend, once the token has ended', () => {
    const clock = createVirtualClock()
    const refused = { status: 401, headers: {}, body: '{}' }
    const { calls, start, errors } = setUp(
      clock,
      service(clock, 0, (call) => (call === 1 ? token('T1', clock.wall() + hour) : refused)),
    )
    start()
    clock.advance(59 * minute)
    expect(errors).toEqual([])
    clock.advance(2 * minute)
    expect(errors).toMatchObject([{ _tag: 'AuthenticationError' }])
    expect([clock.pending(), calls.length]).toEqual([0, 3])
    start()
    expect(calls).toHaveLength(4)
  })

  it('renews nothing while it is not active', () => {
    const clock = createVirtualClock()
    const active$ = new BehaviorSubject(false)
    const { calls, start } = setUp(clock, granting(clock, 0, hour), active$)
    start()
    clock.advance(10 * hour)
    expect(calls).toEqual([])
    active$.next(true)
    expect(calls).toHaveLength(1)
  })
})
