import fc from 'fast-check'
import { none } from 'fp-ts/lib/Option.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { isTransient } from '../../../lib/base/error/isTransient.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { clientErrors } from '../../helpers/clientErrors.js'

const passing = ['NetworkError', 'RequestNotSent', 'SecretUnavailable', 'TimeoutError', 'TokenUnavailable']

const ofStatus = (status: number, isServiceResponse = true) =>
  new StatusError({
    operation: 'stocks.list',
    page: none,
    status,
    type: none,
    detail: none,
    retryAfter: none,
    isServiceResponse,
  })

describe('isTransient', () => {
  it.each(clientErrors.filter(([tag]) => tag !== 'StatusError' && tag !== 'DecodeError'))(
    'knows whether waiting mends a %s',
    (tag, arbitrary) => {
      expect(fc.sample(arbitrary, 5).map(isTransient)).toEqual(Array(5).fill(passing.includes(tag)))
    },
  )

  it.each([408, 425, 429, 500, 502, 503, 504, 599])('waits out a %d', (status) => {
    expect(isTransient(ofStatus(status))).toBe(true)
  })

  it.each([0, 301, 302, 304, 400, 401, 403, 404, 405, 409, 410, 422, 426, 499])('does not wait out a %d', (status) => {
    expect(isTransient(ofStatus(status))).toBe(false)
  })

  it.each([0, 302, 307, 400, 401, 403, 404, 410, 503])('waits out a %d that is not of the service', (status) => {
    expect(isTransient(ofStatus(status, false))).toBe(true)
  })

  it('waits out a 407, which only a proxy answers', () => {
    expect([isTransient(ofStatus(407)), isTransient(ofStatus(407, false))]).toEqual([true, true])
  })

  it('waits out what is empty or no JSON, and no JSON of another shape', () => {
    const reasons = ['empty', 'not-json', 'shape', 'too-large', 'other-user', 'amount'] as const
    const place = { operation: 'stocks.list', page: none }
    expect(reasons.filter((reason) => isTransient(new DecodeError({ ...place, reason })))).toEqual([
      'empty',
      'not-json',
    ])
  })

  it('does not take a bug, or anything else, for a failure that passes', () => {
    const others = [new TypeError('a bug'), { _tag: 'NetworkError' }, null, undefined, 'NetworkError']
    expect(others.filter(isTransient)).toEqual([])
  })
})
