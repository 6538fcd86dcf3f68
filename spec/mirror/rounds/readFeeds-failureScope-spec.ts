import { none, some } from 'fp-ts/lib/Option.js'
import {
  AuthenticationError,
  ConfigError,
  DecodeError,
  NetworkError,
  PagingError,
  StatusError,
  TimeoutError,
  TokenUnavailable,
} from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { SchemaRefused } from '../../../lib/mirror/core/SchemaRefused.js'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import { failureScope } from '../../../lib/mirror/rounds/readFeeds.js'

const place = { operation: 'stocks.updated', page: some(1) }
const silent = { type: none, detail: none, retryAfter: none }
const ofToken = { operation: 'authenticate', page: none }
const status = (code: number, idempotent = false) => new StatusError({ ...place, ...silent, status: code, idempotent })

describe('failureScope', () => {
  it.each([
    ['400', status(400), 'feed'],
    ['403', status(403), 'feed'],
    ['404', status(404), 'feed'],
    ['409', status(409, true), 'feed'],
    ['423', status(423, true), 'feed'],
    ['a row', new DecodeError({ ...place, reason: 'shape' }), 'feed'],
    ['a list without end', new PagingError({ ...place, reason: 'loop' }), 'feed'],
    ['a row that cannot be kept', new MirrorError({ reason: 'unwritable' }), 'feed'],
    ['500', status(500), 'service'],
    ['503', status(503), 'service'],
    ['408', status(408), 'service'],
    ['401', status(401), 'service'],
    ['401 for a while', new TokenUnavailable({ waited: 0, last: none }, status(401)), 'service'],
    ['no response in time', new TimeoutError({ ...place, timeout: 1 }), 'service'],
    ['407', status(407), 'service'],
    ['a token of another shape', new DecodeError({ ...ofToken, reason: 'shape' }), 'round'],
    ['a page instead of a token', new DecodeError({ ...ofToken, reason: 'not-json' }), 'round'],
    ['422 instead of a token', new StatusError({ ...ofToken, ...silent, status: 422 }), 'round'],
    ['503 instead of a token', new StatusError({ ...ofToken, ...silent, status: 503 }), 'round'],
    ['no token in time', new TimeoutError({ ...ofToken, timeout: 1 }), 'round'],
    ['a page of a proxy', new DecodeError({ ...place, reason: 'not-json' }), 'service'],
    ['429', status(429), 'round'],
    ['no token', new TokenUnavailable({ waited: 1, last: none }), 'round'],
    ['a refused user', new AuthenticationError(status(403)), 'round'],
    ['no network', new NetworkError({ ...place, code: none } as never), 'round'],
    ['a wrong option', new ConfigError({ issues: [] }), 'round'],
    ['another worker', new StaleFencingToken({ fence: 1 }), 'round'],
    ['other tables', new SchemaRefused({ found: 2, known: 1 }), 'round'],
    ['a full disk', new MirrorError({ reason: 'full' }), 'round'],
    ['a program that throws', new Error('mine'), 'round'],
    ['what is no error', 'mine', 'round'],
  ])('of %s', (_, error, scope) => {
    expect(failureScope(error)).toBe(scope)
  })
})
