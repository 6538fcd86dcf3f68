import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { RequestNotSent } from '../../lib/base/error/RequestNotSent.js'
import { StatusError } from '../../lib/base/error/StatusError.js'
import { TimeoutError } from '../../lib/base/error/TimeoutError.js'
import { requestedWait } from '../../lib/http/retryAfter.js'

const place = { operation: 'stocks.updated', page: none }
const refused = (retryAfter: Option<number>): StatusError =>
  new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter })

describe('waitAsked', () => {
  it('is what the service asked for', () => {
    expect(requestedWait(refused(some(7000)))).toBe(7000)
  })

  it('is what the client itself asks for a request that it withheld', () => {
    const withheld = new RequestNotSent({ ...place, reason: 'circuit', retryAfter: some(7000) })
    expect(requestedWait(withheld)).toBe(7000)
  })

  it('is nothing if the service did not ask, or did not answer', () => {
    expect(requestedWait(refused(none), 1000)).toBe(0)
    expect(requestedWait(new TimeoutError({ ...place, timeout: 5 }), 1000)).toBe(0)
  })

  it('is the least that the caller takes it for if the service asked for less', () => {
    expect([0, 999, 1001].map((asked) => requestedWait(refused(some(asked)), 1000))).toEqual([1000, 1000, 1001])
    expect(requestedWait(refused(some(0)))).toBe(0)
  })
})
