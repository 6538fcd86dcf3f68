import { inspect } from 'node:util'
import { isRight } from 'fp-ts/lib/Either.js'
import { none, some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, of } from 'rxjs'
import {
  clientErrorFromJson,
  type ClientEvent,
  createClient,
  createGatewayClient,
  createVirtualClock,
  documentedProfile,
  type Http,
  type HttpResponse,
  wireHeaders,
} from '../../lib/index.js'
import { createGateway } from '../../lib/node.js'
import { closePorts, renderer, settled } from '../helpers/electron.js'
import { json, page, token } from '../helpers/responses.js'
import { hour } from '../helpers/tokens.js'

const config = { baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 'C4N4RY-secret' }
const responseHeaders = ['X-Request-Id', 'X-Echo']
const identity = { externalUserId: 'A6J' }

/** A service that gives these answers in turn, each with an id of its own, and echoes the secret. */
const serving = (...answers: ReadonlyArray<HttpResponse>) => {
  const sent: Array<Readonly<Record<string, string>>> = []
  const http: Http = (request) => {
    const headers = wireHeaders(request)
    const answer = answers[sent.push(headers) - 1] ?? json({})
    const echo = { 'x-request-id': `srv-${String(sent.length)}`, 'x-echo': `of ${String(headers['Client-Secret'])}` }
    return of({ ...answer, headers: { ...answer.headers, ...echo } })
  }
  return { sent, http }
}

const wrong = json(
  {
    errors: [
      { code: 'invalid_value', message: 'C4N4RY-message', property: 'limit' },
      { code: 'missing', message: 'C4N4RY-message', property: 'user_uuid' },
    ],
  },
  422,
)
const codes = [
  { code: 'invalid_value', property: 'limit' },
  { code: 'missing', property: 'user_uuid' },
]

const failure = (stream: Parameters<typeof lastValueFrom>[0]): Promise<unknown> =>
  lastValueFrom(stream).catch((error: unknown) => error)

describe('what a support desk asks for', () => {
  it('is on errors and events: the id of each attempt, the service’s own, and all codes', async () => {
    const { sent, http } = serving(json({}, 503), wrong)
    const clock = createVirtualClock()
    let call = 0
    const random = () => (call++ % 100) / 100
    const client = createClient({
      profile: documentedProfile,
      ...config,
      http,
      clock,
      random,
      requestIdHeader: 'X-Correlation-Id',
      responseHeaders,
    })
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    const failed = failure(client.users.pages())
    clock.advance(60_000)
    const error = await failed
    const [first, second] = sent.map((headers) => headers['X-Correlation-Id'])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).not.toBe(first)
    const kept = (id: number) => ({ 'X-Request-Id': `srv-${String(id)}`, 'X-Echo': '<redacted>' })
    expect(error).toMatchObject({
      status: 422,
      type: some('invalid_value'),
      codes,
      requestId: some(second),
      responseHeaders: kept(2),
    })
    const reported = events.filter(({ _tag }) => _tag === 'Requested' || _tag === 'Responded')
    expect(reported).toMatchObject([
      { _tag: 'Requested', requestId: first },
      { _tag: 'Responded', status: 503, requestId: first, responseHeaders: kept(1) },
      { _tag: 'Requested', requestId: second },
      { _tag: 'Responded', status: 422, requestId: second, responseHeaders: kept(2) },
    ])
    const rebuilt = clientErrorFromJson(JSON.parse(JSON.stringify(error)))
    expect(isRight(rebuilt) && rebuilt.right).toMatchObject({
      codes,
      requestId: some(second),
      responseHeaders: kept(2),
    })
    expect(inspect([error, events], { depth: 9, showHidden: true }) + JSON.stringify([error, events])).not.toContain(
      'C4N4RY',
    )
  })

  it('is of answers that are well, too', async () => {
    const { http } = serving(page([]))
    const client = createClient({ profile: documentedProfile, ...config, http, responseHeaders: ['x-request-id'] })
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    await firstValueFrom(client.users.pages())
    expect(events).toMatchObject([{}, { _tag: 'Responded', status: 200, responseHeaders: { 'x-request-id': 'srv-1' } }])
  })

  it('is on the refusal of a token', async () => {
    const { http } = serving({ ...wrong, status: 403 })
    const client = createClient({
      profile: documentedProfile,
      ...config,
      http,
      responseHeaders: ['X-Request-Id'],
      requestIdHeader: 'X-Id',
    })
    expect(await failure(client.user(identity).items.pages())).toMatchObject({
      _tag: 'AuthenticationError',
      codes,
      requestId: { _tag: 'Some' },
      responseHeaders: { 'X-Request-Id': 'srv-1' },
    })
  })

  it('is not asked for by default: no header is sent, and none is kept', async () => {
    const { sent, http } = serving(wrong)
    const client = createClient({ profile: documentedProfile, ...config, http })
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    expect(await failure(client.users.pages())).toMatchObject({ requestId: none, responseHeaders: {} })
    expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['Accept', 'Client-Id', 'Client-Secret', 'Service-Version'])
    for (const event of events) expect(Object.keys(event)).not.toEqual(expect.arrayContaining(['requestId']))
  })

  it('has the header of the profile, unless the config names another', async () => {
    const profile = { ...documentedProfile, requestIdHeader: 'X-Of-Profile' }
    const { sent, http } = serving(page([]), page([]))
    await firstValueFrom(createClient({ ...config, http, profile }).banks.pages())
    await firstValueFrom(createClient({ ...config, http, profile, requestIdHeader: 'X-Own' }).banks.pages())
    expect(sent.map((headers) => ['X-Of-Profile' in headers, 'X-Own' in headers])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('crosses a gateway: the codes, and the headers that its client keeps', async () => {
    const { http } = serving(token('T', Date.now() + hour), wrong)
    const names = ['X-Request-Id', 'Retry-After', 'Date']
    const gateway = createGateway(
      createClient({ profile: documentedProfile, ...config, http, responseHeaders: names }),
      {
        prefix: '/api/bank',
        authorize: () => identity,
      },
    )
    const answer = await gateway(
      new Request('https://app.example/api/bank/v2/items', { headers: { 'RxBank-Gateway': 'interactive' } }),
    )
    const body = await answer.text()
    const headers = Object.fromEntries(answer.headers)
    const through: Http = () => of({ status: answer.status, headers, body })
    const browser = createGatewayClient({
      profile: documentedProfile,
      gateway: 'https://app.example/api/bank',
      http: through,
      responseHeaders: ['X-Request-Id'],
    })
    expect(await failure(browser.user().items.pages())).toMatchObject({
      status: 422,
      type: some('invalid_value'),
      codes,
      responseHeaders: { 'X-Request-Id': 'srv-2' },
    })
    expect(body + JSON.stringify(headers)).not.toContain('C4N4RY')
  })

  it('crosses to the windows of an Electron app', async () => {
    const { http } = serving(wrong)
    const own = createClient({
      profile: documentedProfile,
      ...config,
      http,
      requestIdHeader: 'X-Id',
      responseHeaders: ['X-Request-Id'],
    })
    const { client } = renderer(own, { user: identity })
    const errors: Array<unknown> = []
    client.banks.pages().subscribe({ error: (error) => errors.push(error) })
    await settled()
    expect(errors).toMatchObject([{ codes, requestId: { _tag: 'Some' }, responseHeaders: { 'X-Request-Id': 'srv-1' } }])
    closePorts()
  })
})
