import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { redact, type Redacted } from '../../../lib/base/Redacted.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { createSandbox, type Sandbox, type SandboxConfig } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

export const start = Date.UTC(2026, 0, 15, 10, 30)

/** A small sandbox under virtual time. */
export const virtualSandbox = (config: Partial<SandboxConfig> = {}): Sandbox =>
  createSandbox({
    profile: documentedProfile,
    clock: createVirtualClock({ start }),
    banks: 30,
    transactions: 120,
    stocks: 12,
    ...config,
  })

export type Headers = Readonly<Record<string, string>>

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Headers
  readonly body?: string
  readonly token?: string
  readonly maxBodySize?: number
}

export const version = { 'Service-Version': '2021-06-01' }

export const application = ({ credentials }: Sandbox): Headers => ({
  ...version,
  'Client-Id': credentials.clientId,
  'Client-Secret': credentials.clientSecret,
})

export const headersOf = (sandbox: Sandbox, { headers, token }: Ask = {}): Headers => ({
  ...(headers ?? application(sandbox)),
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
})

export const toRequest = (sandbox: Sandbox, path: string, ask: Ask = {}): HttpRequest => ({
  number: 1,
  operation: 'spec',
  page: none,
  method: ask.method ?? 'GET',
  url: `https://bank.example${path}`,
  baseUrl: { origin: 'https://bank.example', prefix: '', roots: ['/v2'] },
  headers: Object.fromEntries(Object.entries(headersOf(sandbox, ask)).map(([name, value]) => [name, redact(value)])),
  body: body(ask.body),
  access: 'user',
  idempotent: true,
  priority: 'interactive',
  timeout: 1000,
  maxBodySize: ask.maxBodySize ?? 1e8,
})

const body = (text: string | undefined): Option<Redacted<string>> => (text === undefined ? none : some(redact(text)))

/** Asks in process; the answer must come at once. */
export const ask = (sandbox: Sandbox, path: string, options: Ask = {}): HttpResponse => {
  let answer: HttpResponse | undefined
  let failure: unknown = new Error('no response')
  sandbox.http(toRequest(sandbox, path, options)).subscribe({
    next: (value) => (answer = value),
    error: (error: unknown) => (failure = error),
  })
  if (answer === undefined) throw failure as Error
  return answer
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the body is
export const json = <A = unknown>({ body: text }: HttpResponse): A => JSON.parse(text) as A

export interface Authenticated {
  readonly access_token: string
  readonly expires_at: string
  readonly user: Readonly<Record<string, string>>
}

export const authenticate = (
  sandbox: Sandbox,
  who: object = { external_user_id: 'A6J' },
  headers: Headers = application(sandbox),
): HttpResponse =>
  ask(sandbox, '/v2/authenticate', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(who),
  })

export const tokenOf = (sandbox: Sandbox, who?: object): string =>
  json<Authenticated>(authenticate(sandbox, who)).access_token

export interface Row {
  readonly id: number
  readonly updated_at: string
  readonly is_deleted?: boolean
  readonly [field: string]: unknown
}

export interface PageBody {
  readonly resources: ReadonlyArray<Row>
  readonly pagination: { readonly previous_uri: string | null; readonly next_uri: string | null }
}

/** All pages from a link on. */
export const walk = (
  sandbox: Sandbox,
  from: string | null,
  token: string,
  direction: 'next_uri' | 'previous_uri' = 'next_uri',
  between: () => void = () => undefined,
): ReadonlyArray<PageBody> => {
  const pages: Array<PageBody> = []
  for (let link = from; link !== null; link = pages.at(-1)?.pagination[direction] ?? null) {
    const answer = ask(sandbox, link, { token })
    if (answer.status !== 200) throw new Error(`${String(answer.status)} at ${link}`)
    pages.push(json<PageBody>(answer))
    if (pages.length > 2000) throw new Error('endless')
    between()
  }
  return pages
}

export const ids = (pages: ReadonlyArray<PageBody>): ReadonlyArray<number> =>
  pages.flatMap(({ resources }) => resources.map(({ id }) => id))

export const errorType = (answer: HttpResponse): string => json<{ type: string }>(answer).type
