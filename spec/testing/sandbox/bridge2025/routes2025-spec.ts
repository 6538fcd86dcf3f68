import { routes2025 } from '../../../../lib/testing/sandbox/bridge2025/routes2025.js'
import { ask, type Headers, json } from '../caller.js'
import { application, type ErrorBody, hasNull, root, speak, walk } from './speaking.js'

/** A path of an operation, filled in with an id that is there. */
const fill = ({ owner }: ReturnType<typeof speak>, name: string, path: string): string => {
  const { itemIds, accountIds, stockIds, uuid } = owner
  const ids: Readonly<Record<string, number | string | undefined>> = {
    bank: 574,
    category: 270,
    user: uuid,
    item: itemIds[0],
    account: accountIds[0],
    stock: stockIds[0],
  }
  return path.replace(':id', String(ids[name]))
}

const without = (header: keyof typeof application): Headers =>
  Object.fromEntries(Object.entries(application).filter(([name]) => name !== header))

describe('the operations of API version 2025-01-15', () => {
  const read = routes2025.filter(({ method, name }) => method === 'GET' && name !== 'transaction')

  it.each(read.map((route) => [route.name, route.path] as const))('answer %s at %s, without nulls', (name, path) => {
    const spoken = speak()
    const answer = spoken.send(fill(spoken, name, path))
    expect(answer.status).toBe(200)
    expect(hasNull(json(answer))).toBe(false)
  })

  it('want the credentials of the application on every call, also beside a token', () => {
    const spoken = speak()
    const token = spoken.token()
    for (const { name, path, method } of routes2025) {
      for (const missing of ['Client-Id', 'Client-Secret'] as const) {
        const headers = without(missing)
        const answer = ask(spoken.sandbox, fill(spoken, name, path), { method, headers, token })
        expect([name, answer.status]).toEqual([name, 401])
        expect(json<ErrorBody>(answer)).toEqual({
          code: 'invalid_client_credentials',
          message: `${missing} is missing or ${missing === 'Client-Id' ? 'not known' : 'wrong'}`,
        })
      }
    }
  })

  it('want a live token if they are about a user', () => {
    const { sandbox, clock, token } = speak()
    const old = token()
    const status = (): number => ask(sandbox, `${root}/items`, { headers: application, token: old }).status
    expect(status()).toBe(200)
    clock.advance(2 * 3_600_000)
    expect(status()).toBe(401)
    expect(ask(sandbox, `${root}/items`, { headers: application }).status).toBe(401)
  })

  it.each(['2021-06-01', '2025-01-16', 'v2025-01-15', undefined])('take one version, and not %s', (version) => {
    const { sandbox } = speak()
    const rest = without('Bridge-Version')
    const headers = version === undefined ? rest : { ...rest, 'Bridge-Version': version }
    const answer = ask(sandbox, '/v3/providers', { headers })
    expect([answer.status, json<ErrorBody>(answer).code]).toEqual([400, 'bad_request'])
  })

  it('have none that refreshes, and none of the API versions before', () => {
    const { owner, post, send, token } = speak()
    const [item = 0] = owner.itemIds
    expect(post(`${root}/items/${String(item)}/refresh`, {}, token()).status).toBe(404)
    const gone = ['transactions/updated', 'transactions/search', 'stocks/updated', '/v3/banks', '/v2/items']
    for (const path of [`items/${String(item)}/refresh/status`, ...gone]) {
      expect([path, send(path).status]).toEqual([path, 404])
    }
  })

  it('are journalled as what they are asked for', () => {
    const { sandbox, send, owner } = speak()
    const [account = 0] = owner.accountIds
    const since = '2026-01-01T00:00:00.000Z'
    const asked = [
      ['transactions', 'transactions'],
      ['transactionsUpdated', `transactions?since=${since}`],
      ['accountTransactions', `transactions?account_id=${String(account)}`],
      ['accountTransactionsUpdated', `transactions?since=${since}&account_id=${String(account)}`],
      ['stocks', 'stocks'],
      ['stocksUpdated', `stocks?since=${since}`],
    ] as const
    for (const [, path] of asked) send(path)
    const routes = sandbox.journal.entries().map(({ route }) => route)
    expect(routes.filter((route) => route !== 'authenticate')).toEqual(asked.map(([route]) => route))
  })

  it('link to the next page by its path, and to none at the end', () => {
    const spoken = speak()
    const first = spoken.get<{ pagination: { next_uri?: string } }>('transactions?limit=250&min_date=2000-01-01')
    expect(first.pagination.next_uri).toMatch(
      /^\/v3\/aggregation\/transactions\?after=[^&]+&limit=250&min_date=2000-01-01$/,
    )
    const second = spoken.get<{ pagination: object }>(first.pagination.next_uri ?? '')
    expect(second.pagination).toEqual({})
    expect(walk(spoken, 'transactions?limit=7')).toHaveLength(300)
  })

  it('keep to the limits of the profile, if they are enforced', () => {
    const { send } = speak({ enforceLimits: true })
    const statuses = Array.from({ length: 61 }, () => send('items').status)
    expect([statuses[59], statuses[60]]).toEqual([200, 429])
  })
})
