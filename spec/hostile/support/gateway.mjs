// A gateway before a service that says what a case wants; what reaches the service is noted.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { row, secret, token } from './canaries.mjs'
import { node, rxbank, rxjs } from './installed.mjs'
import { tokenResponse } from './rawServer.mjs'

const { createClient, createVirtualClock, documentedProfile, wireHeaders, wireUrl } = rxbank
export const sessions = { ada: { externalUserId: 'ADA' }, eve: { externalUserId: 'EVE' } }
export const page = (next_uri = null, rows = [{ id: 1, label: 'a' }]) => ({ resources: rows, pagination: { next_uri } })

/** `respond` gives `{ status, headers, body }` or a stream of it, of what is asked of the service. */
export const gatewayBefore = (respond = () => ({ body: page() }), { config, ...options } = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sent = []
  const failures = []
  const http = (request) => {
    const { pathname, search } = new URL(wireUrl(request))
    if (pathname === '/v2/authenticate')
      return rxjs.of({ status: 200, headers: {}, body: JSON.stringify(tokenResponse) })
    sent.push({ method: request.method, path: pathname + search, headers: wireHeaders(request) })
    const answer = respond(pathname + search, sent.length)
    const toResponse = ({ status = 200, headers = {}, body }) => ({
      status,
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return rxjs.isObservable(answer) ? answer.pipe(rxjs.map(toResponse)) : rxjs.of(toResponse(answer))
  }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'app',
    clientSecret: secret,
    http,
    clock,
    ...config,
  })
  const authorize = ({ headers }) => sessions[/session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]]
  const onError = (error) => failures.push(error)
  const handler = node.createGateway(client, { prefix: '/api/bank', authorize, onError, ...options })
  return { handler, sent, failures, clock, client }
}

/** Asks a gateway as a page of Ada’s would, but for what the case changes. */
export const ask = async (
  { handler },
  path,
  { headers = {}, who = 'ada', base = 'https://app.example/api/bank', ...init } = {},
) => {
  const sent = { cookie: `session=${who}`, 'rxbank-gateway': 'interactive', ...headers }
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  const response = await handler(new Request(`${base}${path}`, { headers: given, ...init }))
  const text = await response.text()
  const json = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, type: json?.type, json, text, headers: Object.fromEntries(response.headers) }
}

/** The words of an answer that must not be in it. */
export const leaks = ({ text, headers }) =>
  [secret, token, row, 'bank.example'].filter((canary) => `${text}${JSON.stringify(headers)}`.includes(canary))

/** A gateway or another handler on a port of this machine. */
export const onPort = async (after, handler, config) => {
  const server = createServer(node.toNodeHandler(handler, config)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return server.address().port
}
