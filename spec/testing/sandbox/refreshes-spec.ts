import type { RefreshConfig } from '../../../lib/sandbox.js'
import { ask, json, type PageBody, start, tokenOf, virtualSandbox } from './caller.js'

interface Status {
  readonly status: string
  readonly mfa: unknown
  readonly refreshed_at: string
  readonly refreshed_accounts_count: number | null
  readonly total_accounts_count: number | null
}

const setUp = () => {
  const sandbox = virtualSandbox()
  const token = tokenOf(sandbox)
  const [item = 0] = sandbox.users[0]?.itemIds ?? []
  const get = (id: number | string = item) => ask(sandbox, `/v2/items/${String(id)}/refresh/status`, { token })
  const status = () => json<Status>(get())
  const row = (list: string, id: number) =>
    json<PageBody>(ask(sandbox, `/v2/${list}`, { token })).resources.find((one) => one.id === id)
  /** The status of every half second until it is that of the one before, 20 times. */
  const history = (config?: RefreshConfig) => {
    sandbox.refresh(item, config)
    return Array.from({ length: 24 }, () => {
      const now = status()
      sandbox.advance(500)
      return now
    })
  }
  return { sandbox, item, get, status, row, history }
}

const words = (statuses: ReadonlyArray<Status>): ReadonlyArray<string> =>
  statuses.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])

describe('refreshes', () => {
  it('stands at the last one, which was before the sandbox', () => {
    const { status } = setUp()
    expect(status()).toMatchObject({ status: 'finished', mfa: null, refreshed_accounts_count: null })
    expect(Date.parse(status().refreshed_at)).toBeLessThan(start)
  })

  it('continues by its time, with accounts that are counted up', () => {
    const { history, status } = setUp()
    const before = status().refreshed_at
    const seen = history()
    expect(words(seen)).toStrictEqual(['authenticating', 'retrieving_data', 'finished'])
    const counts = seen.flatMap(({ refreshed_accounts_count: count }) => (count === null ? [] : [count]))
    expect(counts).toStrictEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2])
    expect(
      seen.every(({ total_accounts_count: n, status: word }) => (word === 'retrieving_data' ? n === 3 : n === null)),
    )
    expect(seen[17]?.refreshed_at).toBe(before)
    expect(seen[18]?.refreshed_at).toBe(new Date(start + 9000).toISOString())
  })

  it.each([
    ['finished_error', ['authenticating', 'retrieving_data', 'finished_error'], 1003],
    ['invalid_creds', ['authenticating', 'invalid_creds'], 402],
    ['info_required', ['authenticating', 'info_required'], 1010],
  ] as const)('ends with %s', (outcome, path, itemStatus) => {
    const { history, status, row, item } = setUp()
    const before = status().refreshed_at
    expect(words(history({ outcome }))).toStrictEqual(path)
    expect(status().refreshed_at).toBe(before)
    expect(row('items', item)).toMatchObject({ status: itemStatus })
    expect(status().mfa === null).toBe(outcome !== 'info_required')
  })

  it('takes as long as it was told', () => {
    const { sandbox, item, status } = setUp()
    sandbox.refresh(item, { authenticating: 10, retrieving: 20 })
    const at = (ms: number) => {
      sandbox.advance(start + ms - sandbox.now())
      return status().status
    }
    expect([9, 10, 29, 30].map(at)).toStrictEqual(['authenticating', 'retrieving_data', 'retrieving_data', 'finished'])
    sandbox.refresh(item, { authenticating: 0, retrieving: 0 })
    expect(status().status).toBe('finished')
  })

  it('moves the accounts and mends the item when it is done', () => {
    const { sandbox, item, history, row } = setUp()
    const account = sandbox.users[0]?.accountIds[0] ?? 0
    const before = row('accounts', account)?.updated_at
    history({ outcome: 'invalid_creds' })
    expect(row('accounts', account)).toMatchObject({ updated_at: before, status: 402 })
    history()
    expect(row('items', item)).toMatchObject({ status: 0 })
    expect(row('accounts', account)?.updated_at).toBe(new Date(start + 12_000 + 9000).toISOString())
  })

  it('has no status for unknown items and those of others', () => {
    const { sandbox, item, get } = setUp()
    for (const id of [sandbox.users[1]?.itemIds[0] ?? 0, 1, `0${String(item)}`, 'x']) expect(get(id).status).toBe(404)
    expect(() => {
      sandbox.refresh(1)
    }).toThrow('there is no item 1')
  })
})
