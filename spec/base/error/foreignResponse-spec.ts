import { none } from 'fp-ts/lib/Option.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { isForeignResponse, isServiceStatus } from '../../../lib/base/error/foreignResponse.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'

const place = { operation: 'stocks.list', page: none }
const answered = (status: number, isServiceResponse?: boolean): StatusError =>
  new StatusError({
    ...place,
    status,
    type: none,
    detail: none,
    retryAfter: none,
    ...(isServiceResponse === false && { isServiceResponse }),
  })

/** As an earlier copy of the package makes it. */
const ofEarlierCopy = (): StatusError => {
  const error = answered(401)
  delete (error as { isServiceResponse?: boolean }).isServiceResponse
  return error
}

describe('isForeignResponse', () => {
  it.each([0, 302, 307, 400, 401, 403, 404, 410])('is a %i without the form of the service', (status) => {
    expect([isForeignResponse(answered(status, false)), isForeignResponse(answered(status))]).toEqual([true, false])
  })

  it.each([408, 425, 429, 500, 503])('is no %i, which says the same from whomever it comes', (status) => {
    expect(isForeignResponse(answered(status, false))).toBe(false)
  })

  it('is an answer that is empty or no JSON, not one of another shape', () => {
    const reasons = ['empty', 'not-json', 'shape', 'too-large', 'amount', 'other-user'] as const
    const foreign = reasons.filter((reason) => isForeignResponse(new DecodeError({ ...place, reason })))
    expect(foreign).toEqual(['empty', 'not-json'])
  })

  it('is nothing else', () => {
    const others = [
      new NetworkError({ ...place, origin: 'https://bank.example', code: none }),
      ofEarlierCopy(),
      new Error('x'),
      null,
    ]
    expect(others.filter(isForeignResponse)).toEqual([])
  })
})

describe('isServiceStatus', () => {
  it('is one of the statuses, from the service itself', () => {
    expect(isServiceStatus(answered(404), 400, 404)).toBe(true)
    expect(isServiceStatus(ofEarlierCopy(), 401)).toBe(true)
    expect([isServiceStatus(answered(404, false), 404), isServiceStatus(answered(403), 404)]).toEqual([false, false])
    expect(isServiceStatus({ _tag: 'StatusError', status: 404, isServiceResponse: true }, 404)).toBe(false)
  })
})
