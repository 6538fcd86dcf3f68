import { inspect } from 'node:util'
import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { AuthenticationError } from '../../../lib/base/error/AuthenticationError.js'
import { type ClientError, isClientError } from '../../../lib/base/error/ClientError.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { DeadlineExceeded } from '../../../lib/base/error/DeadlineExceeded.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { PagingError, type PagingReason, pagingReasons } from '../../../lib/base/error/PagingError.js'
import { RequestNotSent } from '../../../lib/base/error/RequestNotSent.js'
import { SecretUnavailable } from '../../../lib/base/error/SecretUnavailable.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import { UnspecifiedOperation } from '../../../lib/base/error/UnspecifiedOperation.js'
import { UnsupportedByVersion } from '../../../lib/base/error/UnsupportedByVersion.js'
import { redact } from '../../../lib/base/Redacted.js'
import { canary, clientErrors } from '../../helpers/clientErrors.js'

const place = { operation: 'transactions.list', page: some(4) }
const statusError = (status: number, type = none as StatusError['type']) =>
  new StatusError({ ...place, status, type, detail: none, retryAfter: none })

const messages: ReadonlyArray<readonly [error: ClientError, message: string]> = [
  [
    new AuthenticationError({ status: 401, type: some('invalid_client'), detail: none }),
    "no token (401 invalid_client): check clientId, clientSecret and the user's identity",
  ],
  [
    new ConfigError({ issues: [{ path: '/retry/count', expected: 'a whole number, 0 to 100' }] }),
    'wrong configuration: retry/count: expected a whole number, 0 to 100',
  ],
  [
    new DeadlineExceeded({ operation: 'items.refreshStatus', deadline: 300_000, last: none }),
    'items.refreshStatus: the awaited state was not reached within 300000 ms; watch again or raise deadline',
  ],
  [
    new DecodeError({
      ...place,
      reason: 'shape',
      issues: [{ path: '/resources/1/updated_at', expected: 'timestamp' }],
    }),
    'transactions.list (page 4): the response is not what its codec expects; check serviceVersion, or use your own codec: /resources/1/updated_at: expected timestamp',
  ],
  [
    new DecodeError({ ...place, reason: 'too-large' }),
    'transactions.list (page 4): the response is larger than maxBodySize; ask for smaller pages or raise it',
  ],
  [
    new DecodeError({ operation: 'stocks.get', page: none, reason: 'not-json' }),
    'stocks.get: the response is not JSON, perhaps a page of a proxy, or was cut off; check baseUrl or gateway',
  ],
  [
    new DecodeError({ operation: 'stocks.get', page: none, reason: 'empty' }),
    'stocks.get: the response is empty where JSON was expected; check baseUrl or gateway',
  ],
  [
    new NetworkError({ ...place, origin: 'https://bank.example', code: some('ECONNREFUSED') }),
    'transactions.list (page 4): no response from https://bank.example (ECONNREFUSED); check the network and the address',
  ],
  [
    new NetworkError({ ...place, origin: 'https://bank.example', code: none }),
    'transactions.list (page 4): no response from https://bank.example (the connection was lost or refused); check the network and the address',
  ],
  [
    new RequestNotSent({ ...place, reason: 'budget', retryAfter: some(7_200_001) }),
    'transactions.list (page 4): not sent: the limits do not allow it in time; ask again in 7201 s',
  ],
  [
    new RequestNotSent({ ...place, reason: 'queue', retryAfter: none }),
    'transactions.list (page 4): not sent: too many requests wait; send fewer at once or raise maxWaiting, in Electron perWindow.maxWaiting',
  ],
  [
    new RequestNotSent({ ...place, reason: 'circuit', retryAfter: some(1) }),
    'transactions.list (page 4): not sent: recent requests have all failed; ask again in 1 s',
  ],
  [
    new SecretUnavailable({ ...place, reason: 'timeout', thrown: none }),
    'transactions.list (page 4): no clientSecret: the function did not return a secret in time',
  ],
  [
    new SecretUnavailable({ ...place, reason: 'failed', thrown: none }),
    'transactions.list (page 4): no clientSecret: the function threw, or its Promise or Observable failed; `thrown` has the error',
  ],
  [
    statusError(429, some('rate_limit')),
    'transactions.list (page 4): 429 rate_limit: too many requests; ask again later',
  ],
  [statusError(302), 'transactions.list (page 4): 302: a redirect, which is never followed; check baseUrl or gateway'],
  [statusError(0), 'transactions.list (page 4): 0: a redirect, which is never followed; check baseUrl or gateway'],
  [
    statusError(401, some('not_logged_in')),
    'transactions.list (page 4): 401 not_logged_in: nobody is logged in; log in again, or check that cookies reach the gateway',
  ],
  [
    statusError(404, some('unknown_path')),
    'transactions.list (page 4): 404 unknown_path: the gateway does not have this path; give it the same prefix and profile as the page',
  ],
  [
    statusError(404, some('constructor')),
    'transactions.list (page 4): 404 constructor: no such path or resource; check the profile, the id, and baseUrl or gateway',
  ],
  [statusError(503), 'transactions.list (page 4): 503: the service failed; try again later'],
  [
    new TimeoutError({ ...place, timeout: 30_000 }),
    'transactions.list (page 4): no full response within 30000 ms; check the service or raise timeout',
  ],
  [
    new TimeoutError({ ...place, operation: 'fleet.round', timeout: 900_000 }),
    'fleet.round (page 4): no batch of rows within 900000 ms; check the service and the database, or raise timeout',
  ],
  [new TokenUnavailable({ waited: 30_000, last: none }), 'no token within 30000 ms; check the service and the clock'],
  [new TokenUnavailable({ waited: 0, last: some('it has ended') }), 'no token; the last attempt: it has ended'],
  [
    new UnspecifiedOperation({ operation: 'transactions.updated', key: 'paths.transactionsUpdated' }),
    'transactions.updated: the profile does not define it; set paths.transactionsUpdated of the profile',
  ],
  [
    new UnsupportedByVersion({ operation: 'stocks.list', option: none, version: '2015-01-01', since: '2016-01-18' }),
    'stocks.list: version 2015-01-01 does not have it; set serviceVersion to 2016-01-18 or later',
  ],
  [
    new UnsupportedByVersion({
      operation: 'categories.list',
      option: some('language'),
      version: '2015-01-01',
      since: '2016-01-18',
    }),
    'categories.list: version 2015-01-01 does not have language; set serviceVersion to 2016-01-18 or later',
  ],
  [
    new UnsupportedByVersion({
      operation: 'transactions.updated',
      option: none,
      version: '2015-01-01',
      since: 'beta 3',
    }),
    "transactions.updated: version 2015-01-01 does not have it; set the profile's undatedApiVersion to 'beta 3'",
  ],
]

describe('ClientError', () => {
  it.each(messages)('%s: the message says what happened and what to do', (error, message) => {
    expect(error.message).toBe(message)
  })

  it.each([400, 401, 403, 404, 409, 422])(
    'status %d: the message gives a hint of its own or names detail',
    (status) => {
      expect(statusError(status).message).toMatch(/; (check|ask|`detail` has)/)
    },
  )

  it.each(Object.keys(pagingReasons) as Array<PagingReason>)(
    'a %s of paging: the message says what to do',
    (reason) => {
      expect(new PagingError({ ...place, reason }).message).toMatch(
        /^transactions\.list \(page 4\): .+; (read|raise|check|report) /,
      )
    },
  )

  it.each(clientErrors)('%s is an Error with its tag as name, also in its stack', (tag, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (error) => {
        expect(error).toBeInstanceOf(Error)
        expect([error._tag, error.name, String(error)]).toEqual([tag, tag, `${tag}: ${error.message}`])
        expect(error.stack?.startsWith(`${tag}: `)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it.each(clientErrors)('%s shows no secret, however it is printed', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (error) => {
        const shown = [
          String(error),
          error.stack,
          JSON.stringify(error),
          JSON.stringify(Object.entries(error)),
          inspect(error, { depth: 12, showHidden: true }),
        ]
        expect(shown.join('\n')).not.toContain(canary)
      }),
      { numRuns: 20 },
    )
  })

  it('leaves redacted fields out of the JSON form, and writes an Option as its value or null', () => {
    const error = new StatusError({
      ...place,
      page: none,
      status: 422,
      type: some('invalid'),
      detail: some(redact(canary)),
      retryAfter: none,
    })
    expect(error.toJSON()).toStrictEqual({
      _tag: 'StatusError',
      message: 'transactions.list: 422 invalid: the service refused the request; `detail` has its reason',
      operation: 'transactions.list',
      page: null,
      status: 422,
      type: 'invalid',
      codes: [],
      contentType: null,
      isServiceResponse: true,
      profile: null,
      requestId: null,
      responseHeaders: {},
      retryAfter: null,
      idempotent: false,
    })
  })
})

describe('isClientError', () => {
  it.each(clientErrors)('knows a %s', (_, arbitrary) => {
    expect(fc.sample(arbitrary, 5).every(isClientError)).toBe(true)
  })

  it('knows an error that another copy of the package made, of which it is no instance', () => {
    jest.isolateModules(() => {
      const copy = jest.requireActual<{ readonly TimeoutError: typeof TimeoutError }>(
        '../../../lib/base/error/TimeoutError.js',
      )
      const error: unknown = new copy.TimeoutError({ ...place, timeout: 1 })
      expect(error).not.toBeInstanceOf(TimeoutError)
      expect(isClientError(error)).toBe(true)
    })
  })

  it('takes nothing else for one: no other error, no look-alike, no JSON form', () => {
    const json = new TimeoutError({ ...place, timeout: 1 }).toJSON()
    const others = [undefined, null, 'NetworkError', new Error('x'), { _tag: 'NetworkError' }, json]
    const lookalike = Object.assign(new Error('x'), { _tag: 'NetworkError', name: 'NetworkError' })
    expect([...others, lookalike].filter(isClientError)).toEqual([])
  })
})
