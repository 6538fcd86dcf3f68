import { none, some } from 'fp-ts/lib/Option.js'
import {
  AuthenticationError,
  type ClientError,
  type ClientEvent,
  type ClientEventBody,
  NetworkError,
  RequestNotSent,
  StatusError,
  TokenUnavailable,
} from '../../../lib/index.js'
import { trackFailures } from '../../../lib/server/log/trackFailures.js'

const operation = 'stocks.updated'
const place = { operation, page: none }
const lost = new NetworkError({ ...place, origin: 'https://bank.example', code: none })
const limited = new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter: none })
const unavailable = new TokenUnavailable({ waited: 30_000, last: none })
const notSent = new RequestNotSent({ ...place, reason: 'circuit', retryAfter: none })
const refused = new AuthenticationError({ status: 403, type: none, detail: none })

const at = (event: ClientEventBody, ms = 0): ClientEvent => ({ ...event, operation, request: 3, time: new Date(ms) })
const polled = (watcher: number, error?: ClientError): ClientEventBody => ({
  _tag: 'Polled',
  watcher,
  error: error === undefined ? none : some(error),
  delay: 60_000,
  checkpoint: none,
})
const ended = (watcher: number, error?: Error): ClientEventBody => ({
  _tag: 'WatcherEnded',
  watcher,
  every: 60_000,
  ...(error && { error }),
})
const tokenFailed: ClientEventBody = { _tag: 'TokenFailed', error: lost, delay: some(1000) }
const circuit = (state: 'open' | 'half-open' | 'closed'): ClientEventBody => ({
  _tag: 'CircuitChanged',
  state,
  error: none,
  delay: none,
})

/** Whether each event is a repeated failure. */
const repeated = (...events: ReadonlyArray<ClientEventBody>): ReadonlyArray<boolean> => {
  const track = trackFailures()
  return events.map((event) => track(at(event)).isRepeated)
}

describe('trackFailures', () => {
  it('measures the outage of each watcher from its first failure', () => {
    const track = trackFailures()
    const events = [at(polled(1, lost), 5), at(polled(2, lost), 7), at(polled(1, lost), 9), at(polled(1), 45)]
    expect(events.map(track)).toEqual([
      { isRepeated: false },
      { isRepeated: false },
      { isRepeated: true },
      { isRepeated: false, outageMs: 40 },
    ])
    expect([at(polled(1), 50), at(polled(1, lost), 60)].map(track)).toEqual([
      { isRepeated: false },
      { isRepeated: false },
    ])
  })

  it.each<[string, ReadonlyArray<ClientEventBody>, ReadonlyArray<boolean>]>([
    ['a watcher that ended', [polled(1, lost), ended(1), polled(1, lost)], [false, false, false]],
    [
      'retries of a request',
      [1, 2, 3].map((attempt) => ({ _tag: 'Retried', error: lost, attempt, delay: 1 })),
      [false, true, true],
    ],
    ['a 429, which has its cool-down', [polled(1, limited)], [true]],
    ['no token, unless an authentication failed', [polled(1, unavailable)], [false]],
    ['no token after a failed authentication', [tokenFailed, tokenFailed, polled(1, unavailable)], [false, true, true]],
    [
      'no token after a refused authentication',
      [tokenFailed, { _tag: 'TokenFailed', error: refused, delay: none }, polled(1, unavailable)],
      [false, false, false],
    ],
    ['a request that is not sent', [polled(1, notSent)], [false]],
    ['a request that is not sent, by an open circuit', [circuit('open'), polled(1, notSent)], [false, true]],
    ['a circuit', [circuit('open'), circuit('half-open'), circuit('open')], [false, true, true]],
    ['a circuit that was closed', [circuit('open'), circuit('closed'), circuit('open')], [false, false, false]],
    ['a refusal of no authentication', [ended(1, refused)], [false]],
    ['an error of the program', [ended(1, new RangeError('full'))], [false]],
    [
      'a refusal of an authentication',
      [{ _tag: 'TokenFailed', error: refused, delay: none }, ended(1, refused), ended(2, refused)],
      [false, true, true],
    ],
  ])('marks what is repeated: %s', (_, events, expected) => {
    expect(repeated(...events)).toEqual(expected)
  })
})
