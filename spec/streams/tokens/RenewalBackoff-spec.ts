import { none, some } from 'fp-ts/lib/Option.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { AuthenticationError } from '../../../lib/base/error/AuthenticationError.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import { RenewalBackoff } from '../../../lib/streams/tokens/RenewalBackoff.js'
import { lost, minute, second } from '../../helpers/tokens.js'

const status = (code: number, retryAfter?: number) =>
  new StatusError({
    operation: 'authenticate',
    page: none,
    status: code,
    type: none,
    detail: none,
    retryAfter: retryAfter === undefined ? none : some(retryAfter),
  })

const setUp = () => {
  const clock = createVirtualClock()
  const backoff = new RenewalBackoff(clock)
  return { clock, backoff, fail: (error: unknown) => backoff.recordFailure(error, () => 1) }
}

describe('RenewalBackoff', () => {
  it('waits for longer after each failure, for a minute at most', () => {
    const { backoff, fail } = setUp()
    const waits = Array.from({ length: 8 }, () => fail(lost))
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => some(seconds * second)))
    expect(backoff.msUntilRetry()).toBe(minute)
  })

  it('waits for as long as the service asks', () => {
    const { clock, backoff, fail } = setUp()
    expect(fail(status(429, 5 * minute))).toEqual(some(5 * minute))
    clock.advance(2 * minute)
    expect(backoff.msUntilRetry()).toBe(3 * minute)
  })

  it('does not wait if that does not help', () => {
    const { backoff, fail } = setUp()
    expect([fail(new AuthenticationError(status(401))), backoff.msUntilRetry()]).toEqual([none, 0])
  })

  it('at a wake waits for no longer than a second after the failure, or than the service asked', () => {
    const { clock, backoff, fail } = setUp()
    for (let failures = 0; failures < 7; failures++) fail(lost)
    backoff.wake()
    expect(backoff.msUntilRetry()).toBe(second)
    fail(status(503, 10 * second))
    clock.advance(4 * second)
    backoff.wake()
    expect(backoff.msUntilRetry()).toBe(6 * second)
  })

  it('knows what the last attempt failed with', () => {
    const { backoff, fail } = setUp()
    expect(backoff.lastErrorMessage()).toEqual(none)
    fail(lost)
    expect(backoff.lastErrorMessage()).toEqual(some(lost.message))
    fail(new TokenUnavailable({ waited: 0, last: some('check the clock') }))
    expect(backoff.lastErrorMessage()).toEqual(some('check the clock'))
  })
})
