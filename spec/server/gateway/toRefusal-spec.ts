import { none, type Option, some } from 'fp-ts/lib/Option.js'
import {
  AuthenticationError,
  ConfigError,
  DecodeError,
  NetworkError,
  PagingError,
  redact,
  RequestNotSent,
  SecretUnavailable,
  StatusError,
  TimeoutError,
  TokenUnavailable,
  UnspecifiedOperation,
} from '../../../lib/index.js'
import { refusalResponse } from '../../../lib/server/gateway/GatewayResponse.js'
import { isFault, Refusal, toRefusal } from '../../../lib/server/gateway/toRefusal.js'
import { errorBody } from '../../../lib/service/model/ErrorBody.js'

const place = { operation: 'C4N4RY', page: some(7) }
const detail = some(redact('C4N4RY'))

const statusError = (status: number, type: Option<string> = none, retryAfter: Option<number> = none) =>
  new StatusError({ ...place, status, type, detail, retryAfter })
const noSecret = new SecretUnavailable({ ...place, reason: 'failed', thrown: detail })
const withheld = (retryAfter: Option<number>) => new RequestNotSent({ ...place, reason: 'queue', retryAfter })

const said = (error: unknown) => {
  const { status, type, message, retryAfter } = toRefusal(error)
  expect(`${type} ${message}`).not.toContain('C4N4RY')
  return [status, type, retryAfter]
}

describe('toRefusal', () => {
  it.each([
    [0, 502, 'service_failed'],
    [304, 502, 'service_failed'],
    [399, 502, 'service_failed'],
    [400, 400, 'refused'],
    [401, 502, 'service_failed'],
    [403, 403, 'refused'],
    [404, 404, 'refused'],
    [410, 410, 'refused'],
    [499, 499, 'refused'],
    [500, 502, 'service_failed'],
    [599, 502, 'service_failed'],
    [999, 502, 'service_failed'],
  ])("makes of the service's %d a %d", (given, status, type) => {
    expect(said(statusError(given))).toEqual([status, type, undefined])
    expect(said(statusError(given, some('a_word'), some(9000)))).toEqual([status, 'a_word', 9000])
  })

  it('makes of a 407, which only a proxy answers, an invalid response', () => {
    expect(said(statusError(407, some('a_word')))).toEqual([502, 'invalid_response', undefined])
  })

  it("makes of the service's 429 one that names a time", () => {
    expect(said(statusError(429))).toEqual([429, 'refused', 1000])
    expect(said(statusError(429, none, some(0)))).toEqual([429, 'refused', 0])
  })

  it.each([
    [new AuthenticationError({ status: 401, type: none, detail }), [403, 'user_refused', undefined]],
    [new AuthenticationError({ status: 400, type: some('a_word'), detail }), [403, 'a_word', undefined]],
    [withheld(none), [429, 'withheld', 1000]],
    [withheld(some(7000)), [429, 'withheld', 7000]],
    [new TokenUnavailable({ waited: 1, last: some('C4N4RY') }), [503, 'token_unavailable', 5000]],
    [new TokenUnavailable({ waited: 1, last: none }, noSecret), [503, 'secret_unavailable', 5000]],
    [noSecret, [503, 'secret_unavailable', 5000]],
    [new TimeoutError({ ...place, timeout: 1 }), [504, 'timeout', undefined]],
    [
      new NetworkError({ ...place, origin: 'https://C4N4RY', code: some('C4N4RY') }),
      [502, 'service_unreachable', undefined],
    ],
    [
      new DecodeError({ ...place, reason: 'shape', issues: [{ path: 'C4N4RY', expected: 'C4N4RY' }] }),
      [502, 'invalid_response', undefined],
    ],
    [new PagingError({ ...place, reason: 'foreign-address' }), [502, 'invalid_response', undefined]],
    [new ConfigError({ issues: [{ path: '/C4N4RY', expected: 'C4N4RY' }] }), [500, 'gateway_failed', undefined]],
    [new UnspecifiedOperation({ operation: 'C4N4RY', key: 'C4N4RY' }), [500, 'gateway_failed', undefined]],
    [new Error('C4N4RY'), [500, 'gateway_failed', undefined]],
    ['C4N4RY', [500, 'gateway_failed', undefined]],
    [undefined, [500, 'gateway_failed', undefined]],
  ])('says of %s no more than that', (error, refusal) => {
    expect(said(error)).toEqual(refusal)
  })

  it('leaves a refusal as it is', () => {
    const refusal = new Refusal(418, 'teapot', 'short and stout')
    expect(toRefusal(refusal)).toBe(refusal)
  })
})

describe('isFault', () => {
  it.each([
    [new Refusal(418, 'teapot', 'short and stout'), false],
    [statusError(404), false],
    [statusError(500), false],
    [withheld(none), false],
    [new TimeoutError({ ...place, timeout: 1 }), false],
    [new NetworkError({ ...place, origin: 'https://bank.example', code: none }), false],
    [new TokenUnavailable({ waited: 1, last: none }), false],
    [new TokenUnavailable({ waited: 1, last: none }, statusError(503)), false],
    [new TokenUnavailable({ waited: 1, last: none }, noSecret), true],
    [noSecret, true],
    [new AuthenticationError({ status: 401, type: none, detail }), true],
    [new DecodeError({ ...place, reason: 'shape' }), true],
    [new PagingError({ ...place, reason: 'foreign-address' }), true],
    [new ConfigError({ issues: [] }), true],
    [new Error(), true],
    [undefined, true],
  ])('tells who can mend %s: %j', (error, expected) => {
    expect(isFault(error)).toBe(expected)
  })
})

describe('what a refusal is answered with', () => {
  it('keeps its type beside the codes of the service, for a client that reads the first error', () => {
    const codes = [{ code: 'missing_field', property: 'limit' }]
    const refusal = toRefusal(
      new StatusError({ ...place, status: 400, type: some('invalid_request'), detail, retryAfter: none, codes }),
    )
    const { body } = refusalResponse(refusal)
    expect(errorBody(body)).toMatchObject(some({ type: some('invalid_request'), codes }))
  })
})
