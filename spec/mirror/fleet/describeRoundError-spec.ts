import { none, some } from 'fp-ts/lib/Option.js'
import {
  AuthenticationError,
  ConfigError,
  DecodeError,
  NetworkError,
  PagingError,
  redact,
  RequestNotSent,
  StatusError,
  TimeoutError,
} from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { describeRoundError } from '../../../lib/mirror/fleet/describeRoundError.js'
import { FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'

const place = { operation: 'stocks.updated', page: none }
const sent = { type: some('c4n4ry'), detail: some(redact('c4n4ry')), retryAfter: none }
const status = (code: number): StatusError => new StatusError({ ...place, ...sent, status: code })
const lost = new NetworkError({ ...place, origin: 'https://c4n4ry.example', code: some('ECONNRESET') })

describe('describeRoundError', () => {
  it.each<[Error, string]>([
    [
      new AuthenticationError({ ...sent, status: 404 }),
      'the service gave no token (404); check the profile and the user',
    ],
    [
      new AuthenticationError({ ...sent, status: 401 }),
      'the service gave no token (401); check the client id, the client secret and the user',
    ],
    [status(403), 'the service refuses to answer (403)'],
    [status(503), 'the service fails (503)'],
    [lost, 'no response from the service (ECONNRESET)'],
    [new NetworkError({ ...place, origin: 'https://c4n4ry.example', code: none }), 'no response from the service'],
    [new TimeoutError({ ...place, timeout: 30_000 }), 'no response from the service in time'],
    [new RequestNotSent({ ...place, reason: 'circuit', retryAfter: none }), 'a request was not sent (circuit)'],
    [new DecodeError({ ...place, reason: 'shape' }), 'a response of the service cannot be decoded'],
    [new PagingError({ ...place, reason: 'loop' }), 'a list of the service has no end'],
    [new ConfigError({ issues: [] }), 'the client refuses its options for this user'],
    [new MirrorError({ reason: 'unwritable' }), 'the database cannot store a row'],
    [new MirrorError({ reason: 'full' }), 'the database cannot be used (full)'],
    [new TypeError('c4n4ry'), 'the round failed with an error that is not from rxbank'],
    [
      new FeedsFailed({
        failures: [
          { feed: 'items', error: lost },
          { feed: 'stocks', error: status(403) },
          { feed: 'transactions', error: lost },
        ],
      }),
      'items, transactions: no response from the service (ECONNRESET); stocks: the service refuses to answer (403)',
    ],
  ])('describes %s, without what the service has sent', (error, text) => {
    expect(describeRoundError(error)).toBe(text)
  })
})
