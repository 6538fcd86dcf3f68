import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { context, diag, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { build } from 'esbuild'
import {
  asapScheduler,
  concatMap,
  from,
  lastValueFrom,
  NEVER,
  type Observable,
  observeOn,
  of,
  take,
  throwError,
  timer,
} from 'rxjs'
import { type ClientConfig, type ClientEvent, createClient, createVirtualClock, type Http } from '../../../lib/index.js'
import { createTelemetry, type TelemetryConfig } from '../../../lib/opentelemetry.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json, page, token } from '../../helpers/responses.js'

/** The real SDK, in memory. */
const sdk = () => {
  const spans = new InMemorySpanExporter()
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] })
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 31 - 1 })
  const meterProvider = new MeterProvider({ readers: [reader] })

  /** Each point of each metric: `name{attributes}`, and its value; of histograms count and sum. */
  const points = async (): Promise<Readonly<Record<string, unknown>>> => {
    const { resourceMetrics, errors } = await reader.collect()
    expect(errors).toEqual([])
    const all = resourceMetrics.scopeMetrics.flatMap(({ metrics: found }) => found)
    return Object.fromEntries(
      all.flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => {
          const labels = Object.entries(attributes).map(([key, label]) => `${key}=${String(label)}`)
          const shown = typeof value === 'number' ? value : { count: value.count, sum: (value as { sum?: number }).sum }
          return [`${descriptor.name}{${labels.sort().join()}}`, shown]
        }),
      ),
    )
  }
  const shutdown = () => Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()])
  return { providers: { tracerProvider, meterProvider }, tracerProvider, spans, points, reader, shutdown }
}

const shown = ({ name, kind, status, attributes, events }: ReadableSpan) => ({
  name,
  kind,
  status,
  attributes,
  events: events.map(({ name: event, attributes: about }) => [event, about ?? {}]),
})

const lists = new Map([['page 2', page([{ id: 2 }])]])
const pages: Http = ({ url }) =>
  of(url.includes('after=') ? (lists.get('page 2') as never) : page([{ id: 1 }], '/v2/banks?after=2'))

describe('createTelemetry', () => {
  let telling: ReturnType<typeof sdk>

  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  })
  afterAll(() => context.disable())
  beforeEach(() => {
    telling = sdk()
  })
  afterEach(() => telling.shutdown())

  /** A client that tells, over a transport. */
  const telemetric = (http: Http, config: Partial<ClientConfig> = {}, options?: TelemetryConfig) => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    const telemetry = createTelemetry(options ?? telling.providers)
    const credentials = { baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 'canary-secret' }
    const client = createClient({
      profile: documentedProfile,
      ...credentials,
      http,
      clock,
      random: () => 0.5,
      policy: telemetry.policy,
      ...config,
    })
    const observing = telemetry.observe(client.events$)
    return { clock, client, observing, telemetry }
  }

  describe('spans', () => {
    it('are one a request, with its attempts as events', () => {
      let turn = 0
      const http: Http = () => of(turn++ === 0 ? json({}, 503) : json({ resources: [] }))
      const { client, clock } = telemetric(http)
      client.banks.pages().subscribe()
      clock.advance(10_000)
      expect(telling.spans.getFinishedSpans().map(shown)).toEqual([
        {
          name: 'banks.list',
          kind: SpanKind.INTERNAL,
          status: { code: SpanStatusCode.UNSET },
          attributes: {
            'http.request.method': 'GET',
            'http.response.status_code': 200,
            'rxbank.page': 1,
            'rxbank.priority': 'interactive',
          },
          events: [
            ['rxbank.requested', {}],
            ['rxbank.responded', { 'http.response.status_code': 503 }],
            ['rxbank.retried', { 'error.type': '503', 'rxbank.attempt': 1, 'rxbank.delay': 0.125 }],
            ['rxbank.requested', {}],
            ['rxbank.responded', { 'http.response.status_code': 200 }],
          ],
        },
      ])
    })

    it('have the name and version of the package as their scope', () => {
      const { client } = telemetric(pages)
      client.banks.pages({ maxPages: 2 }).subscribe()
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
      expect(telling.spans.getFinishedSpans()[0]?.instrumentationScope).toMatchObject({ name: 'rxbank', version })
    })

    it.each([
      ['503', of(json({ type: 'canary' }, 503))],
      ['404', of(json({}, 404))],
      ['TimeoutError', NEVER],
      ['NetworkError', new Error('canary')],
    ])('end with the error, by its type: %s', (type, answer) => {
      const http: Http = () => {
        if (answer instanceof Error) throw answer
        return answer
      }
      const { client, clock } = telemetric(http, { retry: { count: 0 } })
      client.banks.pages().subscribe({ error: () => undefined })
      clock.advance(30_000)
      const [span, ...others] = telling.spans.getFinishedSpans().map(shown)
      expect(others).toEqual([])
      expect(span?.attributes).toMatchObject({ 'error.type': type })
      expect(span?.attributes).not.toHaveProperty('rxbank.aborted')
      expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: expect.stringContaining('banks.list') })
    })

    it("end with a status if no token is given, and say nothing of errors that are not the client's", () => {
      const { client, telemetry } = telemetric(() => of(json({ type: 'canary' }, 403)))
      client
        .user({ externalUserId: 'A6J' })
        .accounts.pages()
        .subscribe({ error: () => undefined })
      const types = () => telling.spans.getFinishedSpans().map(({ attributes }) => attributes['error.type'])
      expect(types()).toEqual(['403', '403'])
      const failing = telemetry.policy(() => throwError(() => new RangeError('canary')))
      failing(httpRequest()).subscribe({ error: () => undefined })
      expect(types()).toEqual(['403', '403', '_OTHER'])
      expect(telling.spans.getFinishedSpans().at(-1)?.status).toEqual({ code: SpanStatusCode.ERROR })
    })

    it('end with the failure of a policy that throws at once', () => {
      const { telemetry } = telemetric(pages)
      const throwing = telemetry.policy(() => {
        throw new RangeError('canary')
      })
      throwing(httpRequest()).subscribe({ error: () => undefined })
      const [span] = telling.spans.getFinishedSpans()
      expect(span?.attributes).toMatchObject({ 'error.type': '_OTHER' })
      expect(span?.attributes).not.toHaveProperty('rxbank.aborted')
    })

    it('are forgotten when they have ended', () => {
      const { client, telemetry } = telemetric(pages)
      const reported: Array<ClientEvent> = []
      client.events$.subscribe((event) => reported.push(event))
      client.banks.pages().subscribe()
      const before = telling.spans.getFinishedSpans().map(({ events }) => events.length)
      const warn = jest.fn()
      diag.setLogger({ verbose: warn, debug: warn, info: warn, warn, error: warn })
      telemetry.observe(from(reported))
      diag.disable()
      expect(warn.mock.calls.filter(([text]) => String(text).includes('ended Span'))).toEqual([])
      expect(before).toEqual([2, 2])
    })

    it('end if they are unsubscribed, and say so', () => {
      const { client } = telemetric(() => NEVER)
      const reading = client.banks.pages().subscribe()
      expect(telling.spans.getFinishedSpans()).toEqual([])
      reading.unsubscribe()
      const [span] = telling.spans.getFinishedSpans()
      expect(span?.attributes).toMatchObject({ 'rxbank.aborted': true })
      expect(span?.status).toEqual({ code: SpanStatusCode.UNSET })
    })

    it('have what is active at the subscription as their parent, each page the same, over a wait', async () => {
      const tracer = telling.tracerProvider.getTracer('app')
      const slow: Http = (request) => pages(request).pipe(observeOn(asapScheduler))
      const { client } = telemetric(slow)
      const parent = tracer.startSpan('GET /banks')
      const active: Array<unknown> = []
      const read = context.with(trace.setSpan(context.active(), parent), () =>
        client.banks.pages().forEach(() => active.push(trace.getActiveSpan())),
      )
      await read
      parent.end()
      const spans = telling.spans.getFinishedSpans().filter(({ name }) => name === 'banks.list')
      expect(spans.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
        Array<string>(2).fill(parent.spanContext().spanId),
      )
      expect(active).toEqual([parent, parent])
    })

    it('are the parents of what a transport does', async () => {
      const active: Array<string | undefined> = []
      const http: Http = (request) => {
        active.push(trace.getActiveSpan()?.spanContext().spanId)
        return pages(request).pipe(observeOn(asapScheduler))
      }
      const { client } = telemetric(http)
      await lastValueFrom(client.banks.pages())
      const ids = telling.spans.getFinishedSpans().map((span) => span.spanContext().spanId)
      expect([active, new Set(ids).size]).toEqual([ids, 2])
    })

    it('hold the authentication that a request waits for, and not the one after it', () => {
      const clock = createVirtualClock()
      const { credentials, http } = createSandbox({ profile: documentedProfile, clock })
      const { client } = telemetric(http, { ...credentials, clock })
      const user = client.user({ externalUserId: 'A6J' })
      user.accounts.pages().pipe(take(1)).subscribe()
      user.accounts.pages().pipe(take(1)).subscribe()
      const spans = telling.spans.getFinishedSpans()
      expect(spans.map(({ name }) => name)).toEqual(['authenticate', 'accounts.list', 'accounts.list'])
      expect(spans[0]?.parentSpanContext?.spanId).toBe(spans[1]?.spanContext().spanId)
      expect(spans[2]?.parentSpanContext).toBeUndefined()
    })
  })

  describe('metrics', () => {
    it('count attempts, answers, retries, tokens, rounds and how far they were behind', async () => {
      const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
      const sandbox = createSandbox({ profile: documentedProfile, clock })
      let turn = 0
      const http: Http = (request) => (++turn === 3 ? of(json({}, 503)) : sandbox.http(request))
      const { client, observing } = telemetric(http, {
        ...sandbox.credentials,
        clock,
        limits: { application: { requests: 60, per: 60_000 } },
      })
      const user = client.user({ externalUserId: 'A6J' })
      const watching = user.stocks.watchUpdated().subscribe()
      user.accounts.pages().subscribe()
      clock.advance(90_000)
      const about = 'rxbank.operation=stocks.updated'
      const found = await telling.points()
      expect(found).toMatchObject({
        'rxbank.attempts{rxbank.operation=accounts.list}': 2,
        'rxbank.attempts{rxbank.operation=authenticate}': 1,
        'rxbank.retries{error.type=503,rxbank.operation=accounts.list}': 1,
        'rxbank.token.renewals{}': 1,
        [`rxbank.watcher.polls{${about}}`]: 2,
        [`rxbank.watchers{${about}}`]: 1,
        [`rxbank.watcher.checkpoint_age{${about}}`]: { count: 2 },
        'rxbank.attempt.duration{http.response.status_code=503,rxbank.operation=accounts.list}': { count: 1, sum: 0 },
        'rxbank.budget.remaining{rxbank.scope=application}': expect.any(Number),
        'rxbank.budget.waiting{}': 0,
      })
      watching.unsubscribe()
      expect(await telling.points()).toMatchObject({ [`rxbank.watchers{${about}}`]: 0 })
      observing.unsubscribe()
    })

    it('measure in seconds how long answers took', async () => {
      const { client, clock } = telemetric((request) =>
        timer(250, clock.scheduler).pipe(concatMap(() => pages(request))),
      )
      client.banks.pages().subscribe()
      clock.advance(1000)
      expect(await telling.points()).toMatchObject({
        'rxbank.attempt.duration{http.response.status_code=200,rxbank.operation=banks.list}': { count: 2, sum: 0.5 },
      })
    })

    it('count the failures of a source of permits', async () => {
      const subject = { operation: 'stocks.list', request: 1, time: new Date(0) }
      const failed = { _tag: 'PermitsFailed', reason: 'timeout', delay: 250, ...subject } as const
      createTelemetry(telling.providers).observe(of(failed, failed))
      expect(await telling.points()).toMatchObject({ 'rxbank.budget.failures{error.type=timeout}': 2 })
    })

    it('count the failures of a store of tokens by their reason', async () => {
      const subject = { operation: 'stocks.list', request: 1, time: new Date(0) }
      const failed = { _tag: 'TokenStoreFailed', action: 'take', reason: 'unreadable', ...subject } as const
      createTelemetry(telling.providers).observe(of(failed, failed))
      expect(await telling.points()).toMatchObject({ 'rxbank.token.store_failures{error.type=unreadable}': 2 })
    })

    it('measure how far a checkpoint was behind, never before it', async () => {
      const events$ = (checkpointAgo: number): Observable<ClientEvent> =>
        of({
          _tag: 'Polled', watcher: 1, operation: 'stocks.updated', request: 0, time: new Date(100_000), delay: 1,
          error: { _tag: 'None' }, checkpoint: { _tag: 'Some', value: new Date(100_000 - checkpointAgo) },
        }) // prettier-ignore
      const telemetry = createTelemetry(telling.providers)
      telemetry.observe(events$(2500))
      telemetry.observe(events$(-9000))
      expect(await telling.points()).toMatchObject({
        'rxbank.watcher.checkpoint_age{rxbank.operation=stocks.updated}': { count: 2, sum: 2.5 },
      })
    })

    it('tell of failures by their types, of restarts, rejected rows and the circuit', async () => {
      let isBroken = true
      let turn = 0
      const clock = createVirtualClock()
      const http: Http = ({ url }) => {
        if (url.includes('authenticate')) return of(turn++ === 0 ? json({}, 500) : token('t', clock.wall() + 7_200_000))
        if (url.includes('after=')) return of(json({}, 410))
        return of(isBroken ? json({}, 502) : page([{ id: 'canary' }], '/v2/stocks/updated?after=2'))
      }
      const { client } = telemetric(http, { clock })
      client
        .user({ externalUserId: 'A6J' })
        .stocks.watchUpdated({ onInvalidRow: 'report' })
        .subscribe({ error: () => undefined })
      for (let failures = 0; failures < 20; failures++)
        client.banks
          .pages()
          .pipe(take(1))
          .subscribe({ error: () => undefined })
      clock.advance(1)
      expect(await telling.points()).toMatchObject({ 'rxbank.circuit.open{}': 1 })
      isBroken = false
      clock.advance(600_000)
      const about = 'rxbank.operation=stocks.updated'
      expect(await telling.points()).toMatchObject({
        'rxbank.token.renewals{}': 1,
        'rxbank.token.renewals{error.type=500}': 1,
        [`rxbank.watcher.restarts{${about}}`]: 2,
        [`rxbank.watcher.rejected_rows{${about}}`]: 1,
        [`rxbank.watchers{${about}}`]: 0,
        'rxbank.circuit.open{}': 0,
      })
    })

    it('tell of rows that were set back', async () => {
      const about = { operation: 'stocks.updated', request: 1, time: new Date(0) }
      createTelemetry(telling.providers).observe(of({ ...about, _tag: 'RowsReverted', emitted: 2, dropped: 3 }))
      expect(await telling.points()).toMatchObject({
        'rxbank.watcher.set_back_rows{rxbank.operation=stocks.updated}': 5,
      })
    })

    it('tell of rows without an exact amount', async () => {
      const about = { operation: 'transactions.updated', request: 1, time: new Date(0) }
      createTelemetry(telling.providers).observe(of({ ...about, _tag: 'InexactAmount', count: 2 }))
      expect(await telling.points()).toMatchObject({
        'rxbank.watcher.inexact_rows{rxbank.operation=transactions.updated}': 2,
      })
    })

    it('count what is watched as ended when they are unsubscribed, and nothing more', async () => {
      const { client, observing, clock } = telemetric(() => NEVER)
      client.user({ externalUserId: 'A6J' }).stocks.watchUpdated().subscribe()
      client.user({ externalUserId: 'A6J' }).stocks.watchUpdated().subscribe()
      const name = 'rxbank.watchers{rxbank.operation=stocks.updated}'
      expect(await telling.points()).toMatchObject({ [name]: 2 })
      observing.unsubscribe()
      client.user({ externalUserId: 'A6J' }).stocks.watchUpdated().subscribe()
      clock.advance(1)
      expect(await telling.points()).toMatchObject({ [name]: 0 })
    })

    it('count no watcher as ended that they have not seen begin', async () => {
      const { client, observing, telemetry, clock } = telemetric(() => NEVER)
      const { stocks, transactions } = client.user({ externalUserId: 'A6J' })
      observing.unsubscribe()
      const early = stocks.watchUpdated().subscribe()
      clock.advance(1)
      telemetry.observe(client.events$)
      early.unsubscribe()
      transactions.watchUpdated().subscribe()
      clock.advance(1)
      const points = Object.entries(await telling.points()).filter(([name]) => name.startsWith('rxbank.watchers'))
      expect(points).toEqual([['rxbank.watchers{rxbank.operation=transactions.updated}', 1]])
    })
  })

  it('uses the providers that are registered, if it is given none', async () => {
    trace.setGlobalTracerProvider(telling.providers.tracerProvider)
    metrics.setGlobalMeterProvider(telling.providers.meterProvider)
    try {
      const { client } = telemetric(pages, {}, {})
      client.banks.pages().subscribe()
      expect(telling.spans.getFinishedSpans()).toHaveLength(2)
      expect(await telling.points()).toMatchObject({ 'rxbank.attempts{rxbank.operation=banks.list}': 2 })
    } finally {
      trace.disable()
      metrics.disable()
    }
  })

  it('does nothing if there is no SDK, and hinders nothing', async () => {
    const { client } = telemetric(pages, {}, {})
    const read = await lastValueFrom(client.banks.pages())
    expect(read.number).toBe(2)
    expect(telling.spans.getFinishedSpans()).toEqual([])
    expect(await telling.points()).toEqual({})
  })

  it('shows no secret, token, password, cursor, id of a user, URL or row', async () => {
    const canaries = {
      secret: 'canary-secret', password: 'canary-password', token: 'canary-token', cursor: 'canary-cursor',
      user: 'canary-user@example.com', row: 'canary-row', detail: 'canary-detail', origin: 'bank.example',
    } // prettier-ignore
    let turn = 0
    const http: Http = ({ url }) => {
      turn++
      if (url.includes('authenticate') && turn < 3) return of(json({ type: 'busy', message: canaries.detail }, 503))
      if (url.includes('authenticate')) return of(token(canaries.token, Date.UTC(2030, 0, 1)))
      if (turn % 4 === 0) return of(json({ type: 'busy', message: JSON.stringify(canaries) }, 429))
      return of(
        page([{ id: 1, description: canaries.row }], `/v2/transactions?after=${canaries.cursor}${String(turn)}`),
      )
    }
    const { client, clock } = telemetric(http)
    const user = client.user({ email: canaries.user, password: canaries.password })
    user.transactions.pages({ maxPages: 10 }).subscribe({ error: () => undefined })
    user.transactions.watchUpdated({ maxPages: 3 }).subscribe({ error: () => undefined })
    clock.advance(120_000)
    const spans = telling.spans.getFinishedSpans()
    expect(spans.length).toBeGreaterThan(10)
    const { resourceMetrics } = await telling.reader.collect()
    const text = inspect([spans.map(shown), resourceMetrics], { depth: 12, maxArrayLength: null })
    expect(Object.values(canaries).filter((canary) => text.includes(canary))).toEqual([])
  })

  it.each<[string, () => unknown]>([
    ['/tracerProvider', () => createTelemetry({ tracerProvider: {} } as unknown as TelemetryConfig)],
    ['/meterProvider', () => createTelemetry({ meterProvider: 'global' } as unknown as TelemetryConfig)],
    ['/tracerProvder', () => createTelemetry({ tracerProvder: trace } as unknown as TelemetryConfig)],
    ['/events$', () => createTelemetry().observe('events$' as unknown as Observable<ClientEvent>)],
  ])('names what is wrong: %s', (path, make) => {
    expect(make).toThrow(`wrong configuration: ${path.slice(1)}: expected `)
  })

  it('is in no bundle of another entry point', async () => {
    const bundle = (entry: string) =>
      build({
        entryPoints: [entry], bundle: true, metafile: true, write: false, packages: 'external', platform: 'node', outdir: 'none',
      }) // prettier-ignore
    for (const entry of ['lib/index.ts', 'lib/node.ts', 'lib/sandbox.ts']) {
      const { metafile } = await bundle(entry)
      expect(Object.keys(metafile.inputs).filter((file) => file.includes('opentelemetry'))).toEqual([])
      const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
      expect(imports.filter((path) => path.includes('opentelemetry'))).toEqual([])
    }
    const own = Object.values((await bundle('lib/opentelemetry.ts')).metafile.outputs)
    const imports = own.flatMap((output) => output.imports.map(({ path }) => path))
    expect(new Set(imports.filter((path) => path.includes('opentelemetry')))).toEqual(new Set(['@opentelemetry/api']))
  })
})

describe('traceparent', () => {
  const sentWith = async (given: Partial<TelemetryConfig>, headers: Record<string, string> = {}) => {
    const spans = new InMemorySpanExporter()
    const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] })
    const sent: Array<Record<string, unknown>> = []
    const http: Http = (request) => {
      sent.push(request.headers)
      return sent.length === 1 ? throwError(() => new Error('lost')) : of(page([]))
    }
    const { policy } = createTelemetry({ tracerProvider, ...given })
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      http,
      policy,
      retry: { minDelay: 0, maxDelay: 1 },
    })
    await lastValueFrom(client.banks.pages({ headers }))
    const [span] = spans.getFinishedSpans()
    return { sent: sent.map(({ traceparent }) => traceparent), context: span?.spanContext() }
  }

  it('is that of the request’s span, on each attempt', async () => {
    const { sent, context: span } = await sentWith({})
    const expected = `00-${String(span?.traceId)}-${String(span?.spanId)}-01`
    expect(sent).toEqual([expected, expected])
    expect(expected).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })

  it('is left out if it is switched off, if there is no SDK, and if the request has its own', async () => {
    expect((await sentWith({ traceparent: false })).sent).toEqual([undefined, undefined])
    expect((await sentWith({ tracerProvider: trace.getTracerProvider() })).sent).toEqual([undefined, undefined])
    expect((await sentWith({}, { traceparent: 'own' })).sent).toEqual(['own', 'own'])
  })
})
