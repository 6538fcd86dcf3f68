import { bridge2025 } from '../../../../lib/bridge.js'
import { createVirtualClock, type ServiceInterface } from '../../../../lib/index.js'
import { createSandbox, dialect2025, type SandboxConfig } from '../../../../lib/sandbox.js'
import { ask, json, type Row, start } from '../caller.js'

/** The profile, with the resources that are of no account here. */
export const profile: ServiceInterface = bridge2025

export const root = '/v3/aggregation'

export const application = {
  'Bridge-Version': '2025-01-15',
  'Client-Id': 'sandbox-client',
  'Client-Secret': 'sandbox-secret',
}

/** An error in either of the two forms. */
export interface ErrorBody {
  readonly code?: string
  readonly property?: string
  readonly errors?: ReadonlyArray<{ readonly code: string; readonly message: string }>
}

/** A sandbox that speaks the API version under virtual time, asked by hand. */
export const speak = (config: Partial<SandboxConfig> = {}) => {
  const clock = createVirtualClock({ start })
  const sandbox = createSandbox({
    clock,
    profile,
    dialect: dialect2025,
    banks: 200,
    transactions: 300,
    stocks: 12,
    ...config,
  })
  const [owner] = sandbox.users
  if (owner === undefined) throw new Error('there is no user')
  const post = (path: string, body: object, token?: string) =>
    ask(sandbox, path, {
      method: 'POST',
      headers: { ...application, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(token === undefined ? {} : { token }),
    })
  const tokenOf = (userUuid: string): string =>
    json<{ access_token: string }>(post(`${root}/authorization/token`, { user_uuid: userUuid })).access_token
  const session = { token: '', expires: 0 }
  const token = (): string => {
    if (sandbox.now() >= session.expires) {
      Object.assign(session, { token: tokenOf(owner.uuid), expires: sandbox.now() + 3_600_000 })
    }
    return session.token
  }
  const at = (path: string): string => (path.startsWith('/') ? path : `${root}/${path}`)
  const send = (path: string, method: 'GET' | 'DELETE' = 'GET') =>
    ask(sandbox, at(path), { method, headers: application, token: token() })
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the body is
  const get = <A = Row>(path: string): A => json<A>(send(path))
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the rows are
  const rows = <A = Row>(path: string): ReadonlyArray<A> => get<{ resources: ReadonlyArray<A> }>(path).resources
  return { clock, sandbox, owner, post, tokenOf, token, send, get, rows }
}

/** All rows of a list, along its links. */
export const walk = ({ get }: ReturnType<typeof speak>, from: string): ReadonlyArray<Row> => {
  const all: Array<Row> = []
  let next: string | undefined = from
  while (next !== undefined) {
    const page: { resources: ReadonlyArray<Row>; pagination: { next_uri?: string } } = get(next)
    all.push(...page.resources)
    next = page.pagination.next_uri
    if (all.length > 5000) throw new Error('endless')
  }
  return all
}

/** Whether there is a `null` somewhere in a value. */
export const hasNull = (value: unknown): boolean => JSON.stringify(value).includes('null')
