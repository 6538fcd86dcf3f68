import { inspect } from 'node:util'
import * as t from 'io-ts'
import { firstValueFrom, NEVER, type Observable, of } from 'rxjs'
import type { ClientEvent } from '../../../lib/base/event/ClientEvent.js'
import { createClient } from '../../../lib/client/createClient.js'
import type { Http } from '../../../lib/http/Http.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { CallConfig } from '../../../lib/http/toHttpRequest.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { httpServer } from '../../helpers/httpServer.js'
import { json, token } from '../../helpers/responses.js'
import { hour } from '../../helpers/tokens.js'

const canaries = {
  secret: 'canary+secret/1',
  password: 'canary&password=2',
  token: 'canary~token/3',
  message: 'canary “message” 4',
  query: 'canary?query&5',
}

/** What must be nowhere: each canary as it is, and in the forms that it takes on the way. */
const forms = Object.values(canaries).flatMap((canary) => [
  canary,
  encodeURIComponent(canary),
  new URLSearchParams({ '': canary }).toString().slice(1),
  Buffer.from(canary).toString('base64').slice(0, -4),
  JSON.stringify(canary).slice(1, -1),
])

const inspected = (value: unknown): string => inspect(value, { depth: 12, showHidden: true, getters: true })

/** Everything that somebody may print of a value, with what caused it. */
const printed = (value: unknown): string => {
  const own = [String(value), JSON.stringify(value), inspected(value)]
  if (!(value instanceof Error)) return own.join('\n')
  return [...own, value.stack, value.message, ...('cause' in value ? [printed(value.cause)] : [])].join('\n')
}

const canariesIn = (text: string): ReadonlyArray<string> => forms.filter((form) => text.includes(form))
const leaks = (value: unknown): ReadonlyArray<string> => canariesIn(printed(value))

/** What the service does: everything well, or one thing badly, and in its messages it quotes all that it knows. */
type Fault = 'none' | 'refusal' | 'failure' | 'no token' | 'no insight' | 'busy' | 'hanging' | 'cut off'

const quoting = (status: number): HttpResponse =>
  json({ type: 'invalid_request', message: Object.values(canaries).join(), details: canaries }, status)

const answer = (fault: Fault, path: string): HttpResponse | undefined => {
  if (path.includes('/authenticate')) {
    if (fault === 'refusal') return quoting(401)
    if (fault === 'busy') return quoting(503)
    if (fault === 'no token')
      return json({ ...canaries, access_token: `${canaries.token}\n`, expires_at: canaries.token })
    return token(canaries.token, Date.now() + hour)
  }
  if (fault === 'failure') return quoting(500)
  if (fault === 'no insight') return json({ id: canaries.token, [canaries.query]: canaries })
  if (fault === 'hanging' || fault === 'cut off') return undefined
  return json({ id: 7 })
}

const insight = {
  operation: 'insights.get',
  method: 'GET' as const,
  path: '/v2/insights',
  query: { after: canaries.query },
  access: 'user' as const,
  codec: t.type({ id: t.number }),
}

/** A client that has been used, with all that it told and sent. */
const used = (baseUrl: string, http?: Http) => {
  const client = createClient({
    profile: documentedProfile,
    baseUrl,
    clientId: 'our-id',
    clientSecret: canaries.secret,
    retry: { count: 1, minDelay: 1, maxDelay: 1 },
    ...(http === undefined ? {} : { http }),
  })
  const events: Array<ClientEvent> = []
  client.events$.subscribe((event) => events.push(event))
  const user = client.user({ email: 'john.doe@example.com', password: canaries.password })
  const ask = (config?: CallConfig): Observable<unknown> => user.send(insight, config)
  return { client, user, events, ask }
}

const errorOf = (stream: Observable<unknown>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    stream.subscribe({
      error: resolve,
      complete: () => {
        reject(new Error('it succeeded'))
      },
    })
  })

/** Runs a test with a service that is in the program, or behind a socket. */
const withService = async (
  transport: string,
  fault: Fault,
  test: (service: ReturnType<typeof used>) => Promise<void>,
): Promise<void> => {
  if (transport === 'synchronous') {
    const http: Http = ({ url }) => {
      const response = answer(fault, url)
      return response === undefined ? NEVER : of(response)
    }
    await test(used('https://bank.example', http))
    return
  }
  const server = await httpServer((request, response) => {
    const given = answer(fault, request.url ?? '')
    if (given !== undefined) response.writeHead(given.status, given.headers).end(given.body)
    else if (fault === 'cut off') request.socket.destroy()
  })
  try {
    await test(used(server.url))
  } finally {
    await server.close()
  }
}

describe('token scenario 20: redaction, as the spec looks for it', () => {
  it('finds what is printed plainly, deep, encoded or as a cause', () => {
    const nested = new Error('no', { cause: { config: { data: [Buffer.from(canaries.secret).toString('base64')] } } })
    const url = `https://bank.example/?${new URLSearchParams({ a: canaries.query }).toString()}`
    for (const value of [canaries.token, { a: { b: [canaries.message] } }, nested, new URL(url)])
      expect(leaks(value)).not.toEqual([])
    expect(leaks(new Error('no'))).toEqual([])
  })
})

describe.each(['synchronous', 'asynchronous'])(
  'token scenario 20: redaction, over a transport that is %s',
  (transport) => {
    it.each<[Fault, string]>([
      ['refusal', 'AuthenticationError'],
      ['failure', 'StatusError'],
      ['no token', 'DecodeError'],
      ['no insight', 'DecodeError'],
      ['busy', 'TokenUnavailable'],
      ...(transport === 'asynchronous' ? ([['cut off', 'NetworkError']] as Array<[Fault, string]>) : []),
    ])('after "%s" neither the %s nor the events show anything', async (fault, tag) => {
      await withService(transport, fault, async ({ events, ask }) => {
        const error = await errorOf(ask(fault === 'busy' ? { timeout: 200 } : {}))
        expect(error).toMatchObject({ _tag: tag })
        expect(leaks(error)).toEqual([])
        expect(events.length).toBeGreaterThan(0)
        expect(events.flatMap(leaks)).toEqual([])
      })
    })

    it('after "hanging" neither the TimeoutError nor the events show anything', async () => {
      await withService(transport, 'hanging', async ({ user, events, ask }) => {
        await firstValueFrom(user.token$)
        const error = await errorOf(ask({ timeout: 200 }))
        expect(error).toMatchObject({ _tag: 'TimeoutError' })
        expect([error, ...events].flatMap(leaks)).toEqual([])
      })
    })

    it('what goes well shows nothing either, in the token, the client or its users', async () => {
      await withService(transport, 'none', async ({ client, user, events, ask }) => {
        expect(await firstValueFrom(ask())).toEqual({ id: 7 })
        const issued = await firstValueFrom(user.token$)
        expect(JSON.stringify(issued)).toContain('"access_token":"<redacted>"')
        expect(leaks(issued)).toEqual([])
        expect([client, user, user.token$, ask()].map(inspected).flatMap(canariesIn)).toEqual([])
        expect(events.map(({ _tag }) => _tag)).toContain('TokenRenewed')
        expect(events.flatMap(leaks)).toEqual([])
      })
    })
  },
)

describe('token scenario 20: redaction, in what a transport is given', () => {
  it('shows no credential, though it carries them', async () => {
    const requests: Array<HttpRequest> = []
    const { ask } = used('https://bank.example', (request) => {
      requests.push(request)
      return of(answer('none', request.url) ?? json({}))
    })
    await firstValueFrom(ask())
    const opened = JSON.stringify(requests.map((request) => wireHeaders(request)))
    expect([canaries.secret, canaries.token].every((canary) => opened.includes(canary))).toBe(true)
    // The address is what a transport is there to ask; it holds no credential.
    const shown = requests.map(({ url, ...others }) => ({ ...others, path: new URL(url).pathname }))
    expect(shown.flatMap(leaks)).toEqual([])
    expect(requests.map(printed).join()).not.toMatch(/canary.(secret|password|token)/)
  })
})
