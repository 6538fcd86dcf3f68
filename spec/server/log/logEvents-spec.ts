import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { none, some } from 'fp-ts/lib/Option.js'
import { pino } from 'pino'
import { NEVER, type Observable, of, Subject } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import {
  AuthenticationError,
  type ClientEvent,
  type ClientEventBody,
  createClient,
  createVirtualClock,
  type Http,
  liveRows,
  NetworkError,
  redact,
  RequestNotSent,
  StatusError,
  TokenUnavailable,
} from '../../../lib/index.js'
import { logEvents, type Logger } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { json, page, token } from '../../helpers/responses.js'

const operation = 'stocks.updated'
const place = { operation, page: none }
const lost = new NetworkError({ ...place, origin: 'https://bank.example', code: some('ECONNRESET') })
const busy = new StatusError({
  ...place,
  status: 503,
  type: some('busy'),
  detail: some(redact('hush')),
  retryAfter: none,
})
const refused = new AuthenticationError({ status: 403, type: none, detail: none })

const at = (event: ClientEventBody, ms = 0): ClientEvent => ({ ...event, operation, request: 3, time: new Date(ms) })

/** Everything that is written to a stream. */
const sink = () => {
  let text = ''
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      text += chunk.toString()
      done()
    },
  })
  return { stream, lines: () => text.split('\n').slice(0, -1) }
}

type Line = readonly [level: string, entry: object, message: string]

/** What is logged of some events. */
const logged = (...events: ReadonlyArray<ClientEvent>): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  const level = (name: string) => (entry: object, message: string) => void lines.push([name, entry, message])
  const logger: Logger = { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') }
  logEvents(of(...events), logger, { level: 'debug' })
  return lines
}

const polled = { _tag: 'Polled', watcher: 2, delay: 60_000, error: none, checkpoint: none } as const
const budget = {
  _tag: 'BudgetChanged',
  scope: 'user',
  limit: some(60),
  per: some(60_000),
  remaining: none,
  waiting: 0,
} as const

const everyEvent: ReadonlyArray<readonly [ClientEventBody, string, string]> = [
  [{ _tag: 'Requested', method: 'GET', page: some(4) }, 'debug', 'stocks.updated: request sent'],
  [{ _tag: 'Responded', status: 503, duration: 12 }, 'debug', 'stocks.updated: responded with 503'],
  [{ _tag: 'Retried', error: lost, attempt: 1, delay: 249.6 }, 'warn', `${lost.message}; retrying in 250 ms`],
  [{ _tag: 'TokenRenewed', expires_at: new Date(0) }, 'info', 'a new token is in use'],
  [{ _tag: 'TokenFailed', error: busy, delay: some(1000) }, 'warn', `no token: ${busy.message}; retrying in 1 s`],
  [{ _tag: 'TokenFailed', error: refused, delay: none }, 'error', refused.message],
  [
    { _tag: 'TokenStoreFailed', action: 'take', reason: 'late' },
    'warn',
    'the token store failed (take, late); the client goes on without it',
  ],
  [{ _tag: 'WatcherStarted', watcher: 2, every: 60_000 }, 'info', 'stocks.updated: watcher 2 has started'],
  [{ _tag: 'WatcherEnded', watcher: 2, every: 60_000 }, 'info', 'stocks.updated: watcher 2 has ended'],
  [
    { _tag: 'WatcherEnded', watcher: 2, every: 60_000, error: new RangeError('the disk is full') },
    'error',
    'stocks.updated: watcher 2 has ended: the disk is full',
  ],
  [polled, 'debug', 'stocks.updated: up to date; next poll in 60 s'],
  [{ ...polled, error: some(busy) }, 'warn', `${busy.message}; retrying in 60 s`],
  [{ _tag: 'Restarted', error: busy, restarts: 1 }, 'warn', `${busy.message}; the round begins again`],
  [
    { _tag: 'FieldMismatch', path: '/status', expected: 'number' },
    'warn',
    'stocks.updated: expected number at /status',
  ],
  [{ _tag: 'RowRejected', issues: [] }, 'warn', 'stocks.updated: a row could not be decoded'],
  [
    { _tag: 'RowsReverted', emitted: 3, dropped: 1 },
    'warn',
    'stocks.updated: older versions of rows arrived: 3 emitted, 1 dropped',
  ],
  [{ _tag: 'InexactAmount', count: 2 }, 'warn', 'stocks.updated: rows without an exact amount: 2'],
  [{ ...budget, coolDown: 0 }, 'debug', 'user: the budget has changed'],
  [{ ...budget, coolDown: 7000 }, 'warn', 'waiting 7 s after a 429 for this user'],
  [
    { _tag: 'PermitsFailed', reason: 'timeout', delay: 250 },
    'warn',
    'the source of permits has not responded; retrying in 250 ms',
  ],
  [
    { _tag: 'PermitsFailed', reason: 'newer', delay: 250 },
    'warn',
    'the source of permits has failed (newer); retrying in 250 ms',
  ],
  [
    { _tag: 'PermitsFailed', reason: 'error', delay: 250 },
    'warn',
    'the source of permits has failed; retrying in 250 ms',
  ],
  [
    { _tag: 'CircuitChanged', state: 'closed', error: none, delay: none },
    'info',
    'the service responds again; requests are sent',
  ],
  [
    { _tag: 'CircuitChanged', state: 'open', error: some(busy), delay: some(999.5) },
    'error',
    `nothing is sent for 1 s, because every request fails: ${busy.message}`,
  ],
  [
    { _tag: 'CircuitChanged', state: 'open', error: none, delay: none },
    'error',
    'nothing is sent, because every request fails',
  ],
  [
    { _tag: 'CircuitChanged', state: 'half-open', error: none, delay: none },
    'debug',
    'one request is sent to test the service',
  ],
  [
    { _tag: 'ApiVersionSunset', serviceVersion: '2021-06-01', date: '2027-12-31' },
    'warn',
    'the service retires API version 2021-06-01, which this client uses, on 2027-12-31',
  ],
]

describe('logEvents', () => {
  it.each(everyEvent.map(([event, level, message]) => [event._tag, level, message, event] as const))(
    'logs %s as %s: %s',
    (_, level, message, event) => {
      expect(logged(at(event))).toEqual([[level, expect.objectContaining({ event: event._tag, operation }), message]])
    },
  )

  it('tells once that requests wait for a limit, and again when they begin to anew', () => {
    const changed = { ...budget, coolDown: 0 } as const
    const waits = (ms: number) => at({ ...changed, waiting: 2, wait: ms })
    const lines = logged(
      at(changed),
      waits(289_500),
      waits(289_000),
      at({ ...changed, waiting: 1 }),
      waits(1000),
      at(changed),
      waits(4000),
    )
    expect(lines.map(([level]) => level)).toEqual(['debug', 'info', 'debug', 'debug', 'debug', 'debug', 'info'])
    expect(lines.flatMap(([level, , message]) => (level === 'info' ? [message] : []))).toEqual([
      'waiting 5 min: 60 requests a minute for this user',
      'waiting 4 s: 60 requests a minute for this user',
    ])
  })

  it('says that there is no token once, whatever the error says', () => {
    const unavailable = new TokenUnavailable({ waited: 30_000, last: none })
    const lines = logged(
      at({ _tag: 'TokenFailed', error: refused, delay: none }),
      at({ _tag: 'TokenFailed', error: unavailable, delay: some(1000) }),
      at({ _tag: 'TokenFailed', error: busy, delay: some(1000) }),
    )
    expect(lines.map(([, , message]) => message.split(/no token/).length)).toEqual([2, 2, 2])
  })

  it('names a watcher by its label in the lines of it and of its requests', () => {
    const of = (body: ClientEventBody) => ({ ...at(body), label: 'A6J' })
    const failed = new RangeError(`row ${'1'.repeat(300)}`)
    const lines = logged(
      of({ _tag: 'WatcherStarted', watcher: 2, every: 60_000 }),
      of({ _tag: 'Responded', status: 503, duration: 12 }),
      of({ ...polled, error: some(busy) }),
      of({ _tag: 'Restarted', error: busy, restarts: 1 }),
      of({ _tag: 'WatcherEnded', watcher: 2, every: 60_000, error: busy }),
      of({ _tag: 'WatcherEnded', watcher: 2, every: 60_000, error: failed }),
    )
    const cut = `row ${'1'.repeat(196)}…`
    expect(lines.map(([, , message]) => message)).toEqual([
      'stocks.updated (A6J): watcher 2 has started',
      'stocks.updated (A6J): responded with 503',
      `${busy.message} (A6J); retrying in 60 s`,
      `${busy.message} (A6J); the round begins again`,
      `stocks.updated (A6J): watcher 2 has ended: ${busy.message}`,
      `stocks.updated (A6J): watcher 2 has ended: ${cut}`,
    ])
    expect(lines.slice(-2).map(([level, entry]) => [level, entry])).toMatchObject([
      ['error', { label: 'A6J', error: { _tag: 'StatusError' } }],
      ['error', { label: 'A6J', error: { name: 'RangeError' } }],
    ])
  })

  it.each([
    [1000, 41_000, 'waiting 41 s: 60 requests a second for this user'],
    [10_000, 1400, 'waiting 1 s: 60 requests in 10 s for this user'],
    [3_600_000, 7_200_000, 'waiting 2 h: 60 requests an hour for this user'],
    [300_000, 119_000, 'waiting 119 s: 60 requests in 5 min for this user'],
  ])('names a window of %d ms, and a wait of %d ms: %s', (per, wait, message) => {
    const [[, , text] = []] = logged(at({ ...budget, per: some(per), coolDown: 0, waiting: 1, wait }))
    expect(text).toBe(message)
  })

  it('says nothing of a wait of a second', () => {
    const [[level] = []] = logged(at({ ...budget, coolDown: 0, waiting: 1, wait: 1000 }))
    expect(level).toBe('debug')
  })

  it('reports the begin and the end of an outage, and its retries at debug', () => {
    const failed = (ms: number) => at({ ...polled, error: some(lost), delay: 446.3 }, ms)
    const lines = logged(at(polled), failed(0), failed(2000), failed(30_000), at(polled, 41_000), at(polled, 42_000))
    expect(lines.map(([level, , message]) => [level, message])).toEqual([
      ['debug', 'stocks.updated: up to date; next poll in 60 s'],
      ['warn', `${lost.message}; retrying in 446 ms`],
      ['debug', `${lost.message}; retrying in 446 ms`],
      ['debug', `${lost.message}; retrying in 446 ms`],
      ['info', 'stocks.updated: the service responds again; up to date after 41 s'],
      ['debug', 'stocks.updated: up to date; next poll in 60 s'],
    ])
  })

  it('reports how long no token was issued, and how long nothing was sent', () => {
    const circuit = { _tag: 'CircuitChanged', error: some(busy), delay: none } as const
    const lines = logged(
      at({ _tag: 'TokenFailed', error: busy, delay: some(1000) }, 0),
      at({ _tag: 'TokenRenewed', expires_at: new Date(0) }, 95_000),
      at({ ...circuit, state: 'open' }, 0),
      at({ ...circuit, state: 'half-open' }, 1000),
      at({ ...circuit, state: 'open' }, 1000),
      at({ ...circuit, state: 'closed' }, 3000),
    )
    expect(lines.map(([level]) => level)).toEqual(['warn', 'info', 'error', 'debug', 'debug', 'info'])
    expect(lines.flatMap(([level, , message]) => (level === 'info' ? [message] : []))).toEqual([
      'a new token is in use after 95 s of failures',
      'the service responds again after 3 s; requests are sent',
    ])
  })

  it('has the message of a refused authentication once', () => {
    const ended = at({ _tag: 'WatcherEnded', watcher: 2, every: 60_000, error: refused })
    const lines = logged(at({ _tag: 'TokenFailed', error: refused, delay: none }), ended)
    expect(lines.map(([level, , message]) => [level, message])).toEqual([
      ['error', refused.message],
      ['error', 'stocks.updated: watcher 2 has ended: AuthenticationError'],
    ])
  })

  it('rounds durations to milliseconds, also in errors', () => {
    const error = new RequestNotSent({ ...place, reason: 'budget', retryAfter: some(1256.4) })
    const [[, entry] = []] = logged(at({ ...polled, error: some(error), delay: 1256.3977825113977 }))
    expect(entry).toMatchObject({ delay: 1256, error: { retryAfter: 1256 } })
  })

  it('writes all levels of a console to stderr', () => {
    const [stdout, stderr] = [sink(), sink()]
    const events = everyEvent.map(([event]) => at(event))
    logEvents(of(...events), new Console({ stdout: stdout.stream, stderr: stderr.stream }), { level: 'debug' })
    expect([stdout.lines().length, stderr.lines().length]).toEqual([0, events.length])
  })

  it('says no message twice in a line of console', () => {
    const { stream, lines } = sink()
    const errors = [lost, busy, refused, new TokenUnavailable({ waited: 30_000, last: none }), new RangeError('full')]
    const ended = errors.map((error) => at({ _tag: 'WatcherEnded', watcher: 2, every: 60_000, error }))
    logEvents(of(...ended), new Console({ stdout: stream, stderr: stream }))
    expect(lines().map((line, index) => line.split(errors[index]?.message ?? '').length)).toEqual([2, 2, 2, 2, 2])
  })

  it.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    [undefined, ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ] as const)('writes from the level %s on', (level, expected) => {
    const written = new Set<string>()
    const write = (name: string) => () => written.add(name)
    const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
    logEvents(of(...everyEvent.map(([event]) => at(event))), logger, level === undefined ? {} : { level })
    expect([...written].sort()).toEqual([...expected].sort())
  })

  it('writes at most ten lines in the first minute of a watcher to which nothing happens', () => {
    const clock = createVirtualClock()
    const sandbox = createSandbox({ profile: bridge2025, clock, transactions: 2000 })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    const { stream, lines } = sink()
    logEvents(client.events$, new Console({ stdout: stream, stderr: stream }))
    const { transactions } = client.user({ externalUserId: 'A6J' })
    const subscription = liveRows(transactions, { every: 10_000, clock }).subscribe()
    clock.advance(60_000)
    subscription.unsubscribe()
    expect(lines().map((line) => line.replace(/^.*} /, ''))).toEqual([
      'transactions.updated: watcher 1 has started',
      'a new token is in use',
      'transactions.updated: watcher 1 has ended',
    ])
  })

  it('writes two lines for an outage of half a minute', () => {
    const clock = createVirtualClock()
    const { credentials, faults, http } = createSandbox({ profile: bridge2025, clock, transactions: 200 })
    const client = createClient({ profile: bridge2025, ...credentials, http, clock, random: () => 0.5 })
    const { stream, lines } = sink()
    client.user({ externalUserId: 'A6J' }).transactions.watchUpdated({ every: 5000 }).subscribe()
    logEvents(client.events$, new Console({ stdout: stream, stderr: stream }))
    faults.add({ kind: 'disconnect', duration: 30_000 })
    clock.advance(120_000)
    const [began, over, ...more] = lines().map((line) => line.replace(/^.*} /, ''))
    expect(began).toMatch(/no response from .*; retrying in 500 ms$/)
    expect(over).toMatch(/^transactions.updated: the service responds again; up to date after 3\d s$/)
    expect(more).toEqual([])
  })

  it('has the message of a wrong secret once', () => {
    const sandbox = createSandbox({ profile: bridge2025, clock: createVirtualClock() })
    const config = { ...sandbox.credentials, clientSecret: 'wrong', http: sandbox.http }
    const client = createClient({ profile: bridge2025, ...config })
    const { stream, lines } = sink()
    logEvents(client.events$, new Console({ stdout: stream, stderr: stream }))
    const watcher$ = client.user({ externalUserId: 'A6J' }).transactions.watchUpdated()
    watcher$.subscribe({ error: () => undefined })
    expect(lines().map((line) => line.replace(/^.*} /, ''))).toEqual([
      'transactions.updated: watcher 1 has started',
      "no token (401 invalid_client_credentials): check clientId, clientSecret and the user's identity",
      'transactions.updated: watcher 1 has ended: AuthenticationError',
    ])
  })

  it('prints nothing of an error of the program but its name and message', () => {
    const error = Object.assign(new Error('refused'), { toJSON: () => ({ row: 'CANARY' }), detail: 'CANARY' })
    const [[, entry] = []] = logged(at({ _tag: 'WatcherEnded', watcher: 2, every: 60_000, error }))
    expect(entry).toMatchObject({ error: { name: 'Error' } })
    expect(JSON.stringify(entry)).not.toContain('CANARY')
  })

  it('gives the fields that there are, plain as JSON, and errors without what is redacted', () => {
    const [[, entry] = []] = logged(at({ ...polled, error: some(busy), checkpoint: some(new Date(5)) }))
    expect(entry).toStrictEqual({
      event: 'Polled',
      operation,
      request: 3,
      watcher: 2,
      delay: 60_000,
      error: {
        _tag: 'StatusError',
        operation,
        page: null,
        profile: null,
        status: 503,
        type: 'busy',
        codes: [],
        contentType: null,
        isServiceResponse: true,
        requestId: null,
        responseHeaders: {},
        retryAfter: null,
        idempotent: false,
      },
      checkpoint: new Date(5),
    })
    const [[, round] = []] = logged({ ...at(polled), request: 0 })
    expect(round).toStrictEqual({ event: 'Polled', operation, watcher: 2, delay: 60_000 })
  })

  it('warns of a cool-down once, however many requests wait for it, and again of one that is later, by scope', () => {
    const coolDown = (ms: number, at_: number) => at({ ...budget, coolDown: ms }, at_)
    const levels = logged(coolDown(7000, 0), coolDown(6000, 1000), coolDown(6900, 1000), coolDown(7000, 1000)).map(
      ([level]) => level,
    )
    expect(levels).toEqual(['warn', 'debug', 'debug', 'warn'])
    const others = logged(coolDown(7000, 0), at({ ...budget, scope: 'application', coolDown: 7000 }))
    expect(others.map(([level]) => level)).toEqual(['warn', 'warn'])
  })

  it('writes a line of JSON an event with pino', () => {
    const { stream, lines } = sink()
    logEvents(of(...everyEvent.map(([event]) => at(event))), pino({ level: 'debug', base: null }, stream), {
      level: 'debug',
    })
    const read = lines().map((line) => JSON.parse(line) as { readonly msg: string; readonly event: string })
    expect(read.map(({ msg }) => msg)).toEqual(everyEvent.map(([, , message]) => message))
    expect(read.map(({ event }) => event)).toEqual(everyEvent.map(([{ _tag }]) => _tag))
    // A field of ours that bears the name of one of pino's would be there twice.
    expect(lines().filter((line) => (line.match(/"(level|time|msg)":/g) ?? []).length > 3)).toEqual([])
  })

  it('writes a line an event with console, whatever names hold', () => {
    const { stream, lines } = sink()
    const spoken = { ...at({ ...polled, watcher: 3 }), operation: 'a\nb\u2028c\u202ed\u001b[2J' }
    logEvents(of(...everyEvent.map(([event]) => at(event)), spoken), new Console({ stdout: stream, stderr: stream }), {
      level: 'debug',
    })
    expect(lines()).toHaveLength(everyEvent.length + 1)
    expect(lines().at(-1)).toBe(
      '{"event":"Polled","operation":"a\\nb\\u{2028}c\\u{202e}d\\u001b[2J","request":3,"watcher":3,"delay":60000} a\\u{a}b\\u{2028}c\\u{202e}d\\u{1b}[2J: up to date; next poll in 60 s',
    )
  })

  it('calls the methods of the logger on it', () => {
    class Counting {
      lines = 0
      count = () => undefined
      debug(): void {
        this.lines++
      }
      info = this.count
      warn = this.count
      error = this.count
    }
    const logger = new Counting()
    logEvents(of(at(polled)), logger, { level: 'debug' })
    expect(logger.lines).toBe(1)
  })

  it('ends when it is unsubscribed, and disturbs nobody when a logger throws', () => {
    jest.useFakeTimers()
    const events$ = new Subject<ClientEvent>()
    const fail = () => {
      throw new RangeError('no disk')
    }
    const logging = logEvents(events$, { debug: fail, info: fail, warn: fail, error: fail }, { level: 'debug' })
    const heard: Array<string> = []
    events$.subscribe(({ _tag }) => heard.push(_tag))
    events$.next(at(polled))
    events$.next(at(polled))
    expect(heard).toEqual(['Polled', 'Polled'])
    expect(() => jest.runAllTimers()).toThrow('no disk')
    jest.clearAllTimers()
    logging.unsubscribe()
    events$.next(at(polled))
    expect(jest.getTimerCount()).toBe(0)
    jest.useRealTimers()
  })

  it.each([{ level: 'trace' }, { level: 7 }, { levels: 'info' }, 'info', null])('refuses the options %j', (config) => {
    expect(() => logEvents(NEVER, console, config as never)).toThrow('wrong configuration')
  })

  it.each<[string, unknown, unknown]>([
    ['/events$', undefined, console],
    ['/logger', NEVER, { debug: () => undefined }],
    ['/logger', NEVER, undefined],
  ])('names what is wrong: %s', (path, events$, logger) => {
    expect(() => logEvents(events$ as Observable<ClientEvent>, logger as Logger)).toThrow(
      `wrong configuration: ${path.slice(1)}: expected `,
    )
  })

  it('shows no secret, token, password, cursor, id of a user or row', () => {
    const canaries = {
      secret: 'canary-secret', password: 'canary-password', token: 'canary-token', cursor: 'canary-cursor',
      user: 'canary-user@example.com', row: 'canary-row', detail: 'canary-detail',
    } // prettier-ignore
    const clock = createVirtualClock()
    let turn = 0
    const http: Http = ({ url }) => {
      turn++
      if (url.includes('authenticate') && turn < 3) return of(json({ type: 'busy', message: canaries.detail }, 503))
      if (url.includes('authenticate')) return of(token(canaries.token, clock.wall() + 7_200_000))
      if (turn % 5 === 0)
        return of(json({ type: 'busy', message: JSON.stringify(canaries) }, 429, { 'retry-after': '1' }))
      if (url.includes('after')) return of(json({ type: 'gone', message: canaries.cursor }, 410))
      const rows = [{ id: 1, description: canaries.row }, { id: canaries.row }]
      return of(page(rows, `/v2/transactions/updated?after=${canaries.cursor}`))
    }
    const config = { baseUrl: 'https://bank.example', clientId: 'id', clientSecret: canaries.secret, http, clock }
    const client = createClient({
      profile: documentedProfile,
      ...config,
      limits: { user: { requests: 100, per: 60_000 } },
    })
    const { stream, lines } = sink()
    const printed = sink()
    logEvents(client.events$, pino({ level: 'debug' }, stream), { level: 'debug' })
    logEvents(client.events$, new Console({ stdout: printed.stream, stderr: printed.stream }), { level: 'debug' })
    const user = client.user({ email: canaries.user, password: canaries.password })
    user.transactions.watchUpdated({ onInvalidRow: 'report' }).subscribe({ error: () => undefined })
    clock.advance(600_000)
    const tags = new Set(lines().map((line) => (JSON.parse(line) as { readonly event: string }).event))
    expect([...tags].sort()).toEqual(
      ['BudgetChanged', 'Polled', 'Requested', 'Responded', 'Restarted', 'RowRejected', 'TokenFailed', 'TokenRenewed', 'WatcherEnded', 'WatcherStarted'], // prettier-ignore
    )
    const text = [...lines(), ...printed.lines()].join('\n')
    expect(Object.values(canaries).filter((canary) => text.includes(canary))).toEqual([])
  })
})
