import { none, some } from 'fp-ts/lib/Option.js'
import { from } from 'rxjs'
import { eventLines } from '../../../lib/cli/watch/printEvents.js'
import {
  AuthenticationError,
  type ClientError,
  type ClientEvent,
  ConfigError,
  DecodeError,
  NetworkError,
  RequestNotSent,
  StatusError,
  TimeoutError,
} from '../../../lib/index.js'
import { at } from '../../helpers/demoEvents.js'

const operation = 'stocks.updated'
const subject = { operation, request: 1, time: at(0) }
const place = { operation, page: none }
const status = (code: number): ClientError =>
  new StatusError({ ...place, status: code, type: none, detail: none, retryAfter: none })

const polled = (error?: ClientError): ClientEvent => ({
  ...subject,
  _tag: 'Polled',
  watcher: 1,
  error: error === undefined ? none : some(error),
  delay: 60_000,
  checkpoint: none,
})

const linesOf = (...events: ReadonlyArray<ClientEvent>): ReadonlyArray<string> => {
  const lines: Array<string> = []
  eventLines(from(events)).subscribe((line) => lines.push(line))
  return lines.map((line) => line.replace(/^12:00:00 /, ''))
}

describe('eventLines', () => {
  it('begins each line with the time', () => {
    const lines: Array<string> = []
    eventLines(from([polled()])).subscribe((line) => lines.push(line))
    expect(lines).toEqual(['12:00:00 stocks.updated: everything works; the next round is in 60 s'])
  })

  it.each([
    [status(503), '503'],
    [
      new NetworkError({ ...place, origin: 'https://bank.example', code: some('ECONNREFUSED') }),
      'no response (ECONNREFUSED)',
    ],
    [
      new NetworkError({ ...place, origin: 'https://bank.example', code: none }),
      'no response (the connection was lost)',
    ],
    [new TimeoutError({ ...place, timeout: 30_000 }), 'no complete answer within 30 s'],
    [
      new RequestNotSent({ ...place, reason: 'circuit', retryAfter: some(1000) }),
      'not sent: all recent requests have failed',
    ],
  ])('tells in few words what was lived through: %s', (error, words) => {
    const again = `stocks.updated: ${words}; retry in 60 s`
    expect(linesOf(polled(error))).toEqual([again])
    expect(linesOf({ ...subject, _tag: 'Retried', error, attempt: 1, delay: 60_000 })).toEqual([again])
  })

  it('says that all is well once, and again after a trouble', () => {
    const well = 'stocks.updated: everything works; the next round is in 60 s'
    expect(linesOf(polled(), polled(), polled(), polled(status(500)), polled(), polled())).toEqual([
      well,
      'stocks.updated: 500; retry in 60 s',
      well,
    ])
  })

  it('tells of tokens that do not come, but for what ends the command, which says so itself', () => {
    const error = new AuthenticationError({ status: 500, type: none, detail: none })
    expect(linesOf({ ...subject, _tag: 'TokenFailed', error, delay: some(2000) })).toEqual([
      'no token: 500; retry in 2.0 s',
    ])
    expect(linesOf({ ...subject, _tag: 'TokenFailed', error, delay: none })).toEqual([])
  })

  it('tells of a round that begins again', () => {
    expect(linesOf({ ...subject, _tag: 'Restarted', error: status(410), restarts: 1 })).toEqual([
      'stocks.updated: a page no longer exists (410); the round restarts',
    ])
    const ahead = new ConfigError({ issues: [{ path: '/since', expected: 'a moment that has come' }] })
    expect(linesOf({ ...subject, _tag: 'Restarted', error: ahead, restarts: 1 })).toEqual([
      "stocks.updated: the start time is ahead of the service's clock; the round restarts",
    ])
  })

  it('tells that nothing is sent, for how long, and when the service responds again', () => {
    const circuit = { ...subject, _tag: 'CircuitChanged', error: none, delay: none } as const
    expect(
      linesOf(
        { ...circuit, state: 'open', error: some(status(503)), delay: some(1200) },
        { ...circuit, state: 'half-open' },
        { ...circuit, state: 'open', delay: some(0) },
        { ...circuit, state: 'half-open' },
        { ...circuit, state: 'open', error: some(status(503)), delay: some(2400) },
        { ...circuit, state: 'half-open' },
        { ...circuit, state: 'closed' },
        polled(),
      ),
    ).toEqual([
      'the service keeps failing (503); nothing is sent for 1.2 s, then one request',
      'the service keeps failing (503); nothing is sent for 2.4 s, then one request',
      'the service responds again',
      'stocks.updated: everything works; the next round is in 60 s',
    ])
  })

  it('tells of a cool-down once, however many wait for its end, and of no other change of the budget', () => {
    const budget = {
      ...subject,
      _tag: 'BudgetChanged',
      scope: 'user',
      limit: some(60),
      per: some(60_000),
      waiting: 0,
    } as const
    expect(
      linesOf(
        { ...budget, remaining: some(59), coolDown: 0 },
        { ...budget, remaining: some(58), coolDown: 5000 },
        { ...budget, remaining: some(58), waiting: 1, coolDown: 3000, time: at(2) },
        { ...budget, remaining: some(57), waiting: 1, coolDown: 0, time: at(5) },
        { ...budget, remaining: some(57), waiting: 1, coolDown: 5000, time: at(5) },
      ).map((line) => line.replace(/^12:00:05 /, '')),
    ).toEqual([
      "too many requests; the user's requests are paused for 5.0 s",
      "too many requests; the user's requests are paused for 5.0 s, 1 waiting",
    ])
  })

  it('says once that requests wait for a limit for more than a second, which is no failure', () => {
    const budget = {
      ...subject,
      _tag: 'BudgetChanged',
      scope: 'user',
      limit: some(60),
      per: some(60_000),
      remaining: some(0),
      waiting: 1,
      coolDown: 0,
    } as const
    const lines = linesOf(
      polled(),
      { ...budget, wait: 1000 },
      { ...budget, wait: 41_000 },
      { ...budget, wait: 41_000 },
      polled(),
    )
    expect(lines.slice(1)).toEqual(["waiting 41 s: the user's limit is 60 requests in 60 s"])
  })

  it('is silent on what goes as it should', () => {
    expect(
      linesOf(
        { ...subject, _tag: 'Requested', method: 'GET', page: none },
        { ...subject, _tag: 'Responded', status: 200, duration: 5 },
        { ...subject, _tag: 'TokenRenewed', expires_at: at(0) },
      ),
    ).toEqual([])
  })

  it('lets no text steer the terminal', () => {
    const error = new DecodeError({
      ...place,
      issues: [{ path: '/\x1b[2J', expected: 'id' }],
      reason: 'value',
    } as never)
    expect(linesOf(polled(error)).join()).not.toContain('\x1b')
  })
})
