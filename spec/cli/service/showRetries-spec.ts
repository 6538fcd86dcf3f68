import { none, some } from 'fp-ts/lib/Option.js'
import { Subject } from 'rxjs'
import { showRetries } from '../../../lib/cli/service/showRetries.js'
import type { Line } from '../../../lib/cli/styledLine.js'
import {
  type Client,
  type ClientEvent,
  NetworkError,
  RequestNotSent,
  StatusError,
  TimeoutError,
} from '../../../lib/index.js'

const place = { operation: 'items.list', page: none }
const gone = new NetworkError({ ...place, origin: 'https://bank.example', code: none })
const reported = { operation: 'items.list', request: 1, time: new Date(0) }
const tokenFailed: ClientEvent = { ...reported, _tag: 'TokenFailed', error: gone, delay: some(2000) }
const tokenRenewed: ClientEvent = { ...reported, _tag: 'TokenRenewed', expires_at: new Date(1) }

const waiting = () => {
  const events$ = new Subject<ClientEvent>()
  const lines: Array<string> = []
  const note = (line: Line): void => {
    lines.push(line.map((span) => (typeof span === 'string' ? span : span[1])).join(''))
  }
  let failure: unknown
  showRetries({ events$ } as unknown as Client, { show: () => undefined, note, clear: () => undefined }).subscribe({
    error: (error: unknown) => (failure = error),
  })
  return { events$, lines, failure: () => failure }
}

describe('showRetries', () => {
  it('says why nothing comes, and when it is requested again', () => {
    const { events$, lines } = waiting()
    const status = new StatusError({ ...place, status: 503, type: none, detail: none, retryAfter: none })
    const timeout = new TimeoutError({ ...place, timeout: 30_000 })
    const withheld = new RequestNotSent({ ...place, reason: 'circuit', retryAfter: some(2000) })
    for (const error of [gone, status, timeout, withheld])
      events$.next({ ...reported, _tag: 'Retried', error, attempt: 1, delay: 2000 })
    events$.next(tokenFailed)
    expect(lines).toStrictEqual([
      'retry in 2.0 s: no response from https://bank.example',
      'retry in 2.0 s: the service answered 503',
      'retry in 2.0 s: no response in time',
      'retry in 2.0 s: not sent: all recent requests have failed',
      'retry in 2.0 s: no response from https://bank.example',
    ])
  })

  it('says that requests wait for a limit', () => {
    const { events$, lines } = waiting()
    const limit = { limit: some(60), per: some(60_000), remaining: some(0), waiting: 1, coolDown: 0 }
    for (const wait of [900, 58_000, 58_000])
      events$.next({ ...reported, _tag: 'BudgetChanged', scope: 'user', ...limit, wait })
    expect(lines).toStrictEqual(["waiting 58 s: the user's limit is 60 requests in 60 s"])
  })

  it('ends when a first token is not given in four attempts', () => {
    const { events$, failure } = waiting()
    for (let attempt = 1; attempt < 4; attempt++) events$.next(tokenFailed)
    expect(failure()).toBeUndefined()
    events$.next(tokenFailed)
    expect(failure()).toBe(gone)
  })

  it('has no end once there was a token', () => {
    const { events$, failure } = waiting()
    events$.next(tokenRenewed)
    for (let attempt = 0; attempt < 9; attempt++) events$.next(tokenFailed)
    expect(failure()).toBeUndefined()
  })

  it('leaves what waiting does not mend to who asked', () => {
    const { events$, lines, failure } = waiting()
    for (let attempt = 0; attempt < 9; attempt++) events$.next({ ...tokenFailed, delay: none })
    expect([lines, failure()]).toStrictEqual([[], undefined])
  })
})
