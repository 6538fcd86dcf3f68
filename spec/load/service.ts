import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Bank, madeAt, nameOf, newest, numberOf, rowOf } from './rows.js'

/** What the service is asked for by the program that measures. */
export type Question =
  | { readonly ask: 'counts' }
  /** When the user is asked for next. */
  | { readonly ask: 'next'; readonly user: number }
  /** From now on there are no new rows. */
  | { readonly ask: 'freeze' }
  /** Answers 429 for so many milliseconds. */
  | { readonly ask: 'quiet'; readonly ms: number }
  /** Answers 503 for so many milliseconds. */
  | { readonly ask: 'down'; readonly ms: number }
  /** The most requests that came in any window of so many milliseconds. */
  | { readonly ask: 'window'; readonly per: number }

export interface Counts {
  readonly requests: number
  readonly authentications: number
  /** The most authentications of one user. */
  readonly mostAuthentications: number
  /** Rounds of a user that began while another one of the same user ran. */
  readonly overlaps: number
  /** Requests that were refused with 429 for being over the limit. */
  readonly refused: number
  /** Milliseconds of CPU. */
  readonly cpu: number
}

const [users = 0, period = 60_000, lifetime = 7_200_000, limit = 0, per = 0] = process.argv.slice(2).map(Number)

/** Each user begins with three rows. */
const bank: Bank = { from: Date.now() - 3 * period, period }
let frozenAt = Infinity
let quietUntil = 0
let downUntil = 0
const tokens = new Map<string, { readonly user: number; readonly expires: number }>()
const arrivals: Array<number> = []
const authentications = new Uint32Array(users)
const running = new Uint8Array(users)
const awaited = new Map<number, () => void>()
const counts = { overlaps: 0, refused: 0 }

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** How many requests have come within the window of the limit. */
const recent = (now: number): number => {
  let count = 0
  for (let index = arrivals.length - 1; index >= 0 && (arrivals[index] ?? 0) > now - per; index--) count++
  return count
}

const authenticate = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { external_user_id } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly external_user_id: string }
  const user = numberOf(external_user_id)
  authentications[user] = (authentications[user] ?? 0) + 1
  const access_token = `${nameOf(user)}-${String(authentications[user])}-${Math.random().toString(36).slice(2)}`
  const expires = Date.now() + lifetime
  tokens.set(access_token, { user, expires })
  const uuid = `00000000-0000-4000-8000-${String(user).padStart(12, '0')}`
  const expires_at = new Date(expires).toISOString()
  send(response, 200, { access_token, expires_at, user: { uuid, external_user_id } })
}

const list = (user: number, query: URLSearchParams, response: ServerResponse): void => {
  const limited = Number(query.get('limit') ?? 50)
  const since = query.has('since') ? Date.parse(query.get('since') ?? '') : 0
  const top = query.has('after') ? Number(query.get('after')) : newest(bank, user, Math.min(Date.now(), frozenAt))
  const resources: Array<unknown> = []
  let index = top
  for (; index >= 0 && resources.length < limited && madeAt(bank, user, index) >= since; index--)
    resources.push(rowOf(bank, user, index))
  const hasMore = index >= 0 && madeAt(bank, user, index) >= since
  query.set('after', String(index))
  const next_uri = hasMore ? `/v2/transactions/updated?${String(query)}` : null
  send(response, 200, { resources, pagination: { previous_uri: null, next_uri } })
}

const respond = (request: IncomingMessage, response: ServerResponse): void => {
  const now = Date.now()
  const [path = '', search = ''] = (request.url ?? '').split('?')
  const token = tokens.get((request.headers.authorization ?? '').slice('Bearer '.length))
  if (path !== '/v2/authenticate' && token !== undefined) {
    awaited.get(token.user)?.()
    awaited.delete(token.user)
  }
  if (now < downUntil) {
    request.resume()
    send(response, 503, {})
    return
  }
  const isOver = per > 0 && recent(now) >= limit
  arrivals.push(now)
  if (isOver || now < quietUntil) {
    if (isOver) counts.refused++
    request.resume()
    const seconds = Math.max(Math.ceil((quietUntil - now) / 1000), 1)
    send(response, 429, { type: 'too_many_requests' }, { 'retry-after': String(seconds) })
    return
  }
  if (path === '/v2/authenticate') {
    void authenticate(request, response)
    return
  }
  if (token === undefined || token.expires <= now) {
    send(response, 401, { type: 'unauthorized' })
    return
  }
  const { user } = token
  if ((running[user] ?? 0) > 0) counts.overlaps++
  running[user] = (running[user] ?? 0) + 1
  response.on('close', () => (running[user] = (running[user] ?? 1) - 1))
  list(user, new URLSearchParams(search), response)
}

const worstWindow = (of: number): number => {
  let worst = 0
  let first = 0
  for (const [index, at] of arrivals.entries()) {
    while ((arrivals[first] ?? 0) <= at - of) first++
    worst = Math.max(worst, index - first + 1)
  }
  return worst
}

const answer = (question: Question, reply: (value: unknown) => void): void => {
  const now = Date.now()
  if (question.ask === 'counts') {
    const { user, system } = process.cpuUsage()
    reply({
      ...counts,
      requests: arrivals.length,
      authentications: authentications.reduce((sum, one) => sum + one, 0),
      mostAuthentications: authentications.reduce((most, one) => Math.max(most, one), 0),
      cpu: (user + system) / 1000,
    })
  } else if (question.ask === 'window') reply(worstWindow(question.per))
  else if (question.ask === 'next') awaited.set(question.user, () => reply(Date.now()))
  else {
    if (question.ask === 'freeze') frozenAt = now
    if (question.ask === 'quiet') quietUntil = now + question.ms
    if (question.ask === 'down') downUntil = now + question.ms
    reply(now)
  }
}

process.on('message', ({ id, question }: { readonly id: number; readonly question: Question }) => {
  answer(question, (value) => process.send?.({ id, value }))
})
// Nothing here outlives what started it.
process.once('disconnect', () => process.exit())
const server = createServer({ keepAliveTimeout: 600_000 }, respond)
server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as AddressInfo).port, bank }))
