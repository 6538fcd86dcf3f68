import { inspect } from 'node:util'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { catchError, concat, EMPTY, lastValueFrom, type Observable, of, toArray } from 'rxjs'
import { bridge2018 } from '../../lib/bridge.js'
import {
  type ClientConfig,
  clientErrorFromJson,
  type ClientEvent,
  createClient,
  type Http,
  type HttpRequest,
  type HttpResponse,
  wireUrl,
} from '../../lib/index.js'
import { logEvents } from '../../lib/node.js'
import { createTelemetry } from '../../lib/opentelemetry.js'
import { createSandbox } from '../../lib/sandbox.js'
import { httpServer } from '../helpers/httpServer.js'
import { json, page, token } from '../helpers/responses.js'
import { hour } from '../helpers/tokens.js'
import { transports } from '../helpers/transports.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const canaries = { secret: 'canary+secret/1', password: 'canary&password 2', next: 'canary=next?3' }

/** What must be nowhere: each canary as it is, and as an address or JSON writes it. */
const forms = Object.values(canaries).flatMap((canary) => [
  canary,
  encodeURIComponent(canary),
  new URLSearchParams({ '': canary }).toString().slice(1),
  Buffer.from(canary).toString('base64').slice(0, -4),
])

const printed = (value: unknown): string =>
  [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 12, showHidden: true, getters: true }),
    ...(value instanceof Error ? [value.stack, value.message, inspect(value.cause)] : []),
  ].join('\n')

const leaks = (value: unknown): ReadonlyArray<string> => {
  const text = printed(value)
  return forms.filter((form) => text.includes(form))
}

type Fault = 'none' | 'refused' | 'failing' | 'not JSON' | 'another shape' | 'cut off'

const answerTo = (fault: Fault, url: string): HttpResponse => {
  // Whatever the service quotes of the request is in the answer.
  if (fault === 'refused') return json({ type: 'unauthorized', message: url }, 401)
  if (fault === 'failing') return json({ type: 'failure', message: url }, 500, { location: url })
  if (fault === 'not JSON') return { status: 200, headers: {}, body: `<a href="${url}">` }
  if (fault === 'another shape') return json({ resources: url, [url]: url, uuid: url })
  if (url.includes('/authenticate')) return token('t', Date.now() + hour)
  if (url.includes('after=')) return page([{ uuid, email: 'joe@example.com' }])
  if (url.includes('/items?')) return page([])
  if (url.includes('/refresh/status')) return json({ status: 'finished' })
  if (url.includes('/users?') && !url.includes('email='))
    return page([{ uuid, email: 'joe@example.com' }], '/v2/users?after=a+b&limit=1')
  return json({ uuid, email: 'joe@example.com' })
}

/** Does all that takes secrets in the query, and tells what was seen of it wherever a program can look. */
const everythingSeen = async (config: Pick<ClientConfig, 'baseUrl' | 'http' | 'timeout'>) => {
  const spans = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] })
  const telemetry = createTelemetry({ tracerProvider: provider })
  const policed: Array<HttpRequest> = []
  const events: Array<ClientEvent> = []
  const lines: Array<unknown> = []
  const errors: Array<unknown> = []
  const write = (...line: ReadonlyArray<unknown>) => void lines.push(line)
  const client = createClient({
    profile: bridge2018,
    baseUrl: 'https://bank.example',
    clientId: 'our-id',
    clientSecret: canaries.secret,
    retry: { count: 0 },
    // As long waits for a token, which does not come from a service that fails.
    timeout: 300,
    ...config,
    policy: (next) => {
      const reported = telemetry.policy(next)
      return (request) => {
        policed.push(request)
        return reported(request)
      }
    },
  })
  client.events$.subscribe((event) => events.push(event))
  logEvents(client.events$, { debug: write, info: write, warn: write, error: write }, { level: 'debug' })
  const user = client.user({ email: 'joe@example.com', password: canaries.password })
  const all: ReadonlyArray<Observable<unknown>> = [
    client.users.create({ email: 'joe@example.com', password: canaries.password }),
    client.users.pages(),
    client.users.get(uuid),
    user.items.pages(),
    user.items.refresh(7),
    user.changePassword({ current: canaries.password, next: canaries.next }),
    client.users.delete(uuid, { password: canaries.password }),
  ]
  await lastValueFrom(
    concat(
      ...all.map((stream) =>
        stream.pipe(
          catchError((error: unknown) => {
            errors.push(error)
            return EMPTY
          }),
        ),
      ),
    ).pipe(toArray()),
  )
  const carried = errors.map((error) => clientErrorFromJson(JSON.parse(JSON.stringify(error))))
  const seen = { policed, events, lines, errors, carried, spans: spans.getFinishedSpans(), client, user }
  await provider.shutdown()
  return seen
}

const faults: ReadonlyArray<Fault> = ['none', 'refused', 'failing', 'not JSON', 'another shape']

describe('secrets in a query', () => {
  it('are found where they are shown', () => {
    const url = `https://bank.example/?${new URLSearchParams({ a: canaries.password }).toString()}`
    expect(
      [{ a: [canaries.secret] }, new URL(url), new Error('no', { cause: canaries.next })].map(leaks),
    ).not.toContainEqual([])
    expect(leaks(new Error('no'))).toEqual([])
  })

  it.each(faults)('are on the wire, and nowhere else: %s', async (fault) => {
    const sent: Array<HttpRequest> = []
    const http: Http = (request) => {
      sent.push(request)
      return of(answerTo(fault, wireUrl(request)))
    }
    const { policed, events, lines, errors, carried, spans, client, user } = await everythingSeen({ http })
    const wire = sent.map(wireUrl)
    expect(wire.every((url) => url.includes(encodeURIComponent(canaries.secret)))).toBe(true)
    expect(wire.some((url) => url.includes(encodeURIComponent(canaries.password)))).toBe(true)
    expect([events, lines, spans, policed].map(({ length }) => length)).not.toContain(0)
    expect(errors.length > 0).toBe(fault !== 'none')
    expect([...sent, ...policed, ...events, ...lines, ...errors, ...carried].flatMap(leaks)).toEqual([])
    expect(
      spans.map(({ attributes, events, name, status }) => ({ attributes, events, name, status })).flatMap(leaks),
    ).toEqual([])
    expect([client, user].map((value) => inspect(value, { depth: 12, showHidden: true })).flatMap(leaks)).toEqual([])
  })

  it('are on every page, which a link does not bring', async () => {
    const wire: Array<string> = []
    const http: Http = (request) => {
      wire.push(wireUrl(request))
      return of(answerTo('none', wireUrl(request)))
    }
    const client = createClient({ profile: bridge2018, clientId: 'our-id', clientSecret: canaries.secret, http })
    await lastValueFrom(client.users.all({ limit: 1 }))
    const secret = encodeURIComponent(canaries.secret)
    expect(wire).toEqual([
      `https://sync.bankin.com/v2/users?limit=1&client_id=our-id&client_secret=${secret}`,
      `https://sync.bankin.com/v2/users?after=a+b&limit=1&client_id=our-id&client_secret=${secret}`,
    ])
  })

  it('come to a sandbox, whose journal does not show them', async () => {
    const sandbox = createSandbox({ seed: 1, profile: bridge2018 })
    const [known] = sandbox.users
    if (known === undefined) throw new Error('the sandbox has users')
    const client = createClient({ profile: bridge2018, ...sandbox.credentials, http: sandbox.http })
    const created$ = client.users.create({ email: 'joe@example.com', password: canaries.password })
    expect(await lastValueFrom(created$)).toMatchObject({ email: 'joe@example.com' })
    const entries = sandbox.journal.entries()
    expect(entries.map(({ method, status }) => [method, status])).toEqual([['POST', 201]])
    expect(entries.flatMap(leaks)).toEqual([])
    expect(printed(entries)).not.toContain(sandbox.credentials.clientSecret)
  })
})

describe.each(transports)('secrets in a query, by %s', (_, http) => {
  it.each<Fault>(['none', 'failing', 'cut off'])('come to the service, and show nowhere else: %s', async (fault) => {
    const server = await httpServer(({ url = '', socket }, response) => {
      if (fault === 'cut off') socket.destroy()
      else {
        const { status, headers, body } = answerTo(fault, url)
        response.writeHead(status, headers).end(body)
      }
    })
    try {
      const { events, lines, errors, carried } = await everythingSeen({
        http,
        baseUrl: server.url,
        ...(fault === 'none' ? { timeout: 30_000 } : {}),
      })
      expect(server.requests.length).toBeGreaterThan(3)
      for (const { url = '' } of server.requests)
        expect(new URL(url, server.url).searchParams.get('client_secret')).toBe(canaries.secret)
      expect(errors.length > 0).toBe(fault !== 'none')
      expect([...events, ...lines, ...errors, ...carried].flatMap(leaks)).toEqual([])
    } finally {
      await server.close()
    }
  })
})
