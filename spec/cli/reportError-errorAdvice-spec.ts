import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { errorAdvice } from '../../lib/cli/reportError.js'
import {
  AuthenticationError,
  type ClientError,
  DecodeError,
  NetworkError,
  PagingError,
  redact,
  RequestNotSent,
  StatusError,
  TimeoutError,
  UnsupportedByVersion,
} from '../../lib/index.js'

const operation = 'items.list'
const banks = { operation: 'banks.list', page: some(1) }
const status = (code: number, page: Option<number> = some(2), retryAfter: Option<number> = none, name = operation) =>
  new StatusError({
    operation: name,
    page,
    status: code,
    type: none,
    detail: some(redact('c4n4ry')),
    retryAfter,
  })

describe('advice', () => {
  it.each<[ClientError, string]>([
    [
      new AuthenticationError({ status: 401, type: some('unauthorized'), detail: some(redact('c4n4ry')) }),
      'the service gave no token (401 unauthorized); check the client id, the client secret and the user',
    ],
    [
      new AuthenticationError({ status: 404, type: none, detail: none }),
      'the service gave no token (404); check --profile and the user',
    ],
    [
      new AuthenticationError({ status: 400, type: none, detail: none }),
      'the service gave no token (400); check --profile, the client id, the client secret and the user',
    ],
    [
      new NetworkError({ operation, page: some(1), origin: 'https://bank.example', code: some('ENOTFOUND') }),
      'items.list: no response from https://bank.example (ENOTFOUND); check the base URL, and whether the service is running',
    ],
    [
      new NetworkError({ operation, page: none, origin: 'https://bank.example', code: none }),
      'items.list: no response from https://bank.example (the connection was lost); check the base URL, and whether the service is running',
    ],
    [
      new NetworkError({ operation, page: none, origin: 'https://127.0.0.1:3210', code: some('EPROTO') }),
      'items.list: no response from https://127.0.0.1:3210 (EPROTO); check whether it uses http instead of https',
    ],
    [
      new StatusError({ ...banks, status: 401, type: none, detail: none, retryAfter: none }),
      'banks.list: 401: the service refused the client id; check it',
    ],
    [
      status(401),
      'items.list (page 2): 401: the service refused the credentials; check the client id and the client secret',
    ],
    [
      new UnsupportedByVersion({
        operation: 'authenticate',
        option: some('externalUserId'),
        version: '2018-06-15',
        since: '2021-06-01',
      }),
      'authenticate: version 2018-06-15 does not have externalUserId; name the user by email and password, or set --service-version to 2021-06-01 or later',
    ],
    [status(403), 'items.list (page 2): 403: these credentials have no permission for this; ask the service for it'],
    [
      new StatusError({
        operation: 'users.create',
        page: none,
        status: 403,
        type: some('app.users.maximum_reached'),
        detail: none,
        retryAfter: none,
        codes: [{ code: 'app.users.maximum_reached' }],
      }),
      'users.create: 403 app.users.maximum_reached: the application has as many users as it may have; delete users, or ask the service for more',
    ],
    [status(409, none), 'items.list: 409: it exists already, or another request is changing it; try again'],
    [
      new UnsupportedByVersion({
        operation: 'users.create',
        option: some('externalUserId'),
        version: '2018-06-15',
        since: '2021-06-01',
      }),
      'users.create: version 2018-06-15 does not have externalUserId; set --service-version to 2021-06-01 or later',
    ],
    [status(404, none), 'items.list: 404: the service does not know this; check the base URL and the id'],
    [status(404), 'items.list (page 2): 404: the list has changed; read it again'],
    ...[403, 404].map((code): [ClientError, string] => [
      status(code, none, none, 'insights.category'),
      `insights.category: ${String(code)}: the service has not activated this for the application; ask the service for it`,
    ]),
    [status(410), 'items.list (page 2): 410: the list has changed; read it again'],
    [status(429), 'items.list (page 2): 429: too many requests; try again later'],
    [status(429, none, some(0)), 'items.list: 429: too many requests; try again later'],
    [status(429, none, some(90_000)), 'items.list: 429: too many requests; try again in 90 s'],
    [status(503), 'items.list (page 2): 503: the service failed; try again later'],
    [status(302), 'items.list (page 2): 302: a redirect, which is not followed; check the base URL'],
    [
      new RequestNotSent({ operation, page: some(2), reason: 'circuit', retryAfter: some(2000) }),
      'items.list (page 2): not sent: all recent requests have failed; try again in 2.0 s',
    ],
    [
      new RequestNotSent({ operation, page: none, reason: 'budget', retryAfter: some(7_500_000) }),
      'items.list: not sent: a limit would delay it too long; try again in 2 h 5 min',
    ],
    [status(422), 'items.list (page 2): 422: the service refused the request; check --profile and --service-version'],
  ])('is what happened and what to do: %s', (error, words) => {
    expect(errorAdvice(error)).toBe(words)
    expect(errorAdvice(error)).not.toContain('c4n4ry')
  })

  it('names what can be given on a command line, and no field of the library', () => {
    const errors: ReadonlyArray<ClientError> = [
      new RequestNotSent({ operation, page: none, reason: 'queue', retryAfter: none }),
      new DecodeError({ operation, page: none, reason: 'not-json' }),
      new DecodeError({ operation, page: none, reason: 'shape', issues: [{ path: '/resources', expected: 'list' }] }),
      new DecodeError({ operation, page: none, reason: 'too-large' }),
      new PagingError({ operation, page: none, reason: 'foreign-address' }),
      new TimeoutError({ operation, page: none, timeout: 30_000 }),
      new UnsupportedByVersion({ operation, option: none, version: '2016-01-18', since: '2021-06-01' }),
    ]
    for (const error of errors)
      expect(errorAdvice(error)).not.toMatch(/baseUrl|serviceVersion|maxBodySize|maxWaiting|raise timeout|codec of/)
  })
})
