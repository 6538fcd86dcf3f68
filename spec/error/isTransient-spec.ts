import fc from 'fast-check'
import { none } from 'fp-ts/lib/Option.js'
import { isTransient } from '../../lib/error/isTransient.js'
import { StatusError } from '../../lib/error/StatusError.js'
import { clientErrors } from '../helpers/clientErrors.js'

const passing = ['NetworkError', 'RequestWithheld', 'SecretUnavailable', 'TimeoutError', 'TokenUnavailable']

const ofStatus = (status: number) =>
  new StatusError({ operation: 'stocks.list', page: none, status, type: none, detail: none, retryAfter: none })

describe('isTransient', () => {
  it.each(clientErrors.filter(([tag]) => tag !== 'StatusError'))(
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

  it('does not take a bug, or anything else, for a failure that passes', () => {
    const others = [new TypeError('a bug'), { _tag: 'NetworkError' }, null, undefined, 'NetworkError']
    expect(others.filter(isTransient)).toEqual([])
  })
})
