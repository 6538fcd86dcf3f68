import { none, some } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, from, NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { redact } from '../../../lib/base/Redacted.js'
import type { ChangesConfig } from '../../../lib/streams/polling/ChangesConfig.js'
import { closePorts, rawRenderer, settled } from '../../helpers/electron.js'
import { stubClient } from '../../helpers/stubClient.js'

afterEach(closePorts)

const hello = { _tag: 'Hello', version: 1 }
const subscribe = (id: number, rest: object = {}) => ({
  _tag: 'Subscribe',
  id,
  operation: 'events',
  settings: {},
  ...rest,
})
const event = (request: number) => ({ _tag: 'Requested', operation: 'x', request, time: new Date(0) })

/** What main says to a renderer that says all this at once. */
const said = async (messages: ReadonlyArray<unknown>, streams: Parameters<typeof stubClient>[0] = {}, config = {}) => {
  const stub = stubClient(streams)
  const renderer = rawRenderer(stub.client, config)
  renderer.say(...messages)
  await settled()
  return { ...stub, ...renderer }
}

describe('servePort', () => {
  it('answers a hello, then serves', async () => {
    const { heard } = await said([hello, subscribe(1)], { events$: () => of(event(1)) })
    expect(heard).toEqual([
      { _tag: 'Hello', version: 1 },
      { _tag: 'Next', id: 1, value: event(1) },
      { _tag: 'Complete', id: 1 },
    ])
  })

  it('tells nothing of the error of the program that ended a watcher, which may have a row', async () => {
    const ended = { _tag: 'WatcherEnded', watcher: 1, every: 60_000, operation: 'x', request: 0, time: new Date(0) }
    const lost = new NetworkError({ operation: 'x', page: none, origin: 'https://bank.example', code: none })
    const events$ = () => of({ ...ended, error: new Error('CANARY') }, { ...ended, error: lost })
    const { heard } = await said([hello, subscribe(1)], { events$ })
    expect(heard.slice(1, 3)).toEqual([
      { _tag: 'Next', id: 1, value: ended },
      { _tag: 'Next', id: 1, value: { ...ended, error: lost.toJSON() } },
    ])
  })

  it('refuses another version', async () => {
    const { heard, closed } = await said([{ _tag: 'Hello', version: 2 }, subscribe(1)])
    await closed
    expect(heard).toEqual([{ _tag: 'Refused', reason: 'version' }])
  })

  const polluted = JSON.parse('{"_tag":"Hello","version":1,"__proto__":{"isAdmin":true}}') as unknown
  const hostile: ReadonlyArray<readonly [string, ReadonlyArray<unknown>]> = [
    ['no message', [undefined]],
    ['null', [null]],
    ['a text', ['Hello']],
    ['a number', [1]],
    ['a list', [[hello]]],
    ['a map', [new Map([['_tag', 'Hello']])]],
    ['an unknown tag', [{ _tag: 'Eval', code: '1' }]],
    ['a tag of the prototype', [{ _tag: 'constructor' }]],
    ['a tag that is no text', [{ _tag: { toString: 1 } }]],
    ['no hello', [subscribe(1)]],
    ['two hellos', [hello, hello]],
    ['a field too many', [{ ...hello, more: 1 }]],
    ['a __proto__', [polluted]],
    ['an unknown operation', [hello, subscribe(1, { operation: 'token$' })]],
    ['an operation of the application', [hello, subscribe(1, { operation: 'user', subject: 1 })]],
    ['an operation of the prototype', [hello, subscribe(1, { operation: 'toString' })]],
    ['an unknown list', [hello, subscribe(1, { operation: 'pages', list: 'users' })]],
    ['a list of the prototype', [hello, subscribe(1, { operation: 'pages', list: '__proto__' })]],
    ['no settings', [hello, { _tag: 'Subscribe', id: 1, operation: 'events' }]],
    ['settings that are a list', [hello, subscribe(1, { settings: [] })]],
    ['an id of 0', [hello, subscribe(0)]],
    ['a negative id', [hello, subscribe(-1)]],
    ['a fraction as id', [hello, subscribe(1.5)]],
    ['a huge id', [hello, subscribe(2 ** 53)]],
    ['an id that is a bigint', [hello, { ...subscribe(1), id: 1n }]],
    ['an id that is used', [hello, subscribe(1), subscribe(1)]],
    ['an id from before', [hello, subscribe(2), subscribe(1)]],
    ['an id that was left', [hello, subscribe(1), { _tag: 'Unsubscribe', id: 1 }, subscribe(1)]],
    ['taking what was not sent', [hello, subscribe(1), { _tag: 'Acknowledge', id: 1, count: 1 }]],
    ['taking nothing', [hello, subscribe(1), { _tag: 'Acknowledge', id: 1, count: 0 }]],
    ['giving back', [hello, subscribe(1), { _tag: 'Acknowledge', id: 1, count: -1 }]],
    ['taking without end', [hello, subscribe(1), { _tag: 'Acknowledge', id: 1, count: Infinity }]],
    ['a handle that is no number', [hello, subscribe(1, { operation: 'page', list: 'banks', handle: '1' })]],
  ]

  it.each(hostile)('closes the port on %s, and lets all go', async (_, messages) => {
    const { heard, closed, live } = await said(messages)
    await closed
    expect(heard.at(-1)).toEqual({ _tag: 'Refused', reason: 'message' })
    expect(live()).toBe(0)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBe(undefined)
  })

  it('ignores what is said of subscriptions that have ended, for it was on its way', async () => {
    const { heard } = await said(
      [
        hello,
        subscribe(1),
        { _tag: 'Acknowledge', id: 1, count: 1 },
        { _tag: 'Input', id: 1, value: 'next' },
        { _tag: 'InputEnd', id: 1 },
        { _tag: 'Unsubscribe', id: 1 },
        { _tag: 'Unsubscribe', id: 7 },
        subscribe(2),
      ],
      { events$: () => EMPTY },
    )
    expect(heard.slice(1)).toEqual([1, 2].map((id) => ({ _tag: 'Complete', id })))
  })

  it('holds so many subscriptions at the same time, and refuses more', async () => {
    const flood = Array.from({ length: 300 }, (_, i) => subscribe(i + 1))
    const { heard, live, say } = await said([hello, ...flood])
    expect(live()).toBe(256)
    expect(heard.length).toBe(45)
    expect(heard.at(-1)).toMatchObject({ _tag: 'Error', id: 300, error: { _tag: 'RequestNotSent', reason: 'queue' } })
    say({ _tag: 'Unsubscribe', id: 5 }, subscribe(301))
    await settled()
    expect([live(), heard.length]).toEqual([256, 45])
  })

  it('keeps no subscription that has ended, however it did', async () => {
    const streams = { 'stocks.get': () => throwError(() => new ConfigError({ issues: [] })), events$: () => EMPTY }
    const many = Array.from({ length: 40 }, (_, i) => subscribe(i + 1, { operation: i % 2 ? 'stock' : 'events' }))
    const { heard, live } = await said([hello, ...many], streams, { maxSubscriptions: 1 })
    expect([live(), heard.length]).toEqual([0, 41])
    expect(
      heard.filter((message) => (message as { error?: { _tag?: string } }).error?._tag === 'RequestNotSent'),
    ).toEqual([])
  })

  it('sends errors as plain data, without what is redacted', async () => {
    const failed = new StatusError({
      operation: 'stocks.get',
      page: none,
      status: 500,
      type: some('boom'),
      detail: some(redact('s3cr3t')),
      retryAfter: none,
    })
    const { heard } = await said([hello, subscribe(1, { operation: 'stock' })], {
      'stocks.get': () => throwError(() => failed),
    })
    expect(heard.at(-1)).toEqual({ _tag: 'Error', id: 1, error: failed.toJSON() })
    expect(JSON.stringify(heard)).not.toMatch(/s3cr3t|detail/)
  })

  it('sends of another error its name and message, cut', async () => {
    const own = Object.assign(new RangeError('x'.repeat(300)), { secret: 's3cr3t' })
    const errors: ReadonlyArray<unknown> = [own, 'a text', undefined]
    const { heard } = await said(
      [hello, ...errors.map((_, i) => subscribe(i + 1, { operation: 'stock', subject: i }))],
      { 'stocks.get': (i: number) => throwError(() => errors[i]) },
    )
    expect(heard.slice(1)).toEqual([
      { _tag: 'Error', id: 1, error: { name: 'RangeError', message: 'x'.repeat(200) } },
      { _tag: 'Error', id: 2, error: { name: 'Error', message: 'the thrown value is not an Error' } },
      { _tag: 'Error', id: 3, error: { name: 'Error', message: 'the thrown value is not an Error' } },
    ])
  })

  it('fails if a value cannot be sent, and says no word of it', async () => {
    const { heard, live } = await said([hello, subscribe(1, { operation: 'stock' })], {
      'stocks.get': () => concat(of({ secret: () => 's3cr3t' }), NEVER),
    })
    expect(heard.slice(1)).toEqual([
      {
        _tag: 'Error',
        id: 1,
        error: { name: 'DataCloneError', message: 'stock: a value cannot be sent through the port; use plain data' },
      },
    ])
    expect(live()).toBe(0)
  })

  it('keeps a bounded number of events for a renderer that takes none, and tells what it missed', async () => {
    const events$ = new Subject<unknown>()
    const { heard, say } = await said([hello, subscribe(1)], { events$: () => events$ }, { maxEvents: 10 })
    for (let request = 1; request <= 1000; request++) events$.next(event(request))
    await settled()
    expect(heard.length).toBe(1 + 64)
    say({ _tag: 'Acknowledge', id: 1, count: 64 })
    await settled()
    expect(heard.slice(65)).toEqual(
      [{ _tag: 'EventsDropped', count: 926 }, ...Array.from({ length: 10 }, (_, i) => event(991 + i))].map((value) => ({
        _tag: 'Next',
        id: 1,
        value,
      })),
    )
  })

  it('acknowledges a batch when the renderer has taken it', async () => {
    const log: Array<string> = []
    const batch = (id: number) => ({ resources: [{ id }], rejected: [], checkpoint: none, isLast: false })
    const watchUpdated = ({ process }: ChangesConfig<unknown>): Observable<unknown> =>
      concat(
        ...[1, 2].map((id) =>
          concat(
            defer(() => from(process?.(batch(id)) ?? EMPTY)),
            defer(() => {
              log.push(`acknowledged ${String(id)}`)
              return EMPTY
            }),
          ),
        ),
        NEVER,
      )
    const { heard, say, port, live } = await said(
      [hello, subscribe(1, { operation: 'watchUpdated', list: 'stocks' })],
      {
        'stocks.watchUpdated': watchUpdated,
      },
    )
    const sent = (id: number) => ({ _tag: 'Next', id: 1, value: { ...batch(id), checkpoint: null } })
    expect([heard.slice(1), log]).toEqual([[sent(1)], []])
    say({ _tag: 'Acknowledge', id: 1, count: 1 })
    await settled()
    expect([heard.slice(1), log]).toEqual([[sent(1), sent(2)], ['acknowledged 1']])
    port.close()
    await settled()
    expect([live(), log]).toEqual([0, ['acknowledged 1']])
  })

  const wrong: ReadonlyArray<readonly [object, string]> = [
    [{ operation: 'pages', list: 'banks', settings: { limt: 1 } }, '/limt'],
    [{ operation: 'pages', list: 'banks', settings: { headers: { a: 'b' } } }, '/headers'],
    [{ operation: 'pages', list: 'banks', settings: { pace: null } }, '/pace'],
    [{ operation: 'pages', list: 'banks', settings: { language: 'fr' } }, '/language'],
    [{ operation: 'page', list: 'banks', settings: { limit: 1 } }, '/limit'],
    [{ operation: 'pages' }, '/list'],
    [{ operation: 'watchUpdated', list: 'accounts' }, '/list'],
    [{ operation: 'watchUpdated', list: 'stocks', settings: { store: null } }, '/store'],
    [{ operation: 'watchUpdated', list: 'stocks', settings: { key: 'of another' } }, '/key'],
    [{ operation: 'watchRefresh', settings: { until: null } }, '/until'],
    [{ operation: 'bankForm', settings: { headers: null } }, '/headers'],
  ]

  it.each(wrong)('refuses %j alone', async (request, path) => {
    const { heard, live } = await said([hello, subscribe(1), subscribe(2, request)])
    expect(heard.at(-1)).toMatchObject({
      _tag: 'Error',
      id: 2,
      error: { _tag: 'ConfigError', issues: [{ path }] },
    })
    expect(live()).toBe(1)
  })
})
