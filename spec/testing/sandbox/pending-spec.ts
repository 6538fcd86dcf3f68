import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { Sandbox, SandboxConfig } from '../../../lib/sandbox.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { ask, type Authenticated, json, type PageBody, type Row, start, virtualSandbox } from './caller.js'

const day = 24 * 60 * 60 * 1000

const headers = {
  'Bridge-Version': '2021-06-01',
  'Client-Id': 'sandbox-client',
  'Client-Secret': 'sandbox-secret',
}

/** The first user's transactions, or those of them that were updated since a moment. */
const reader = (sandbox: Sandbox) => {
  const { email, password } = sandbox.users[0] ?? {}
  return (since?: number): ReadonlyArray<Row> => {
    const body = JSON.stringify({ email, password })
    const asked = { method: 'POST' as const, headers: { ...headers, 'Content-Type': 'application/json' }, body }
    const { access_token: token } = json<Authenticated>(ask(sandbox, '/v2/authenticate', asked))
    const path = since === undefined ? 'transactions?' : `transactions/updated?since=${new Date(since).toISOString()}&`
    return json<PageBody>(ask(sandbox, `/v2/${path}limit=500`, { headers, token })).resources
  }
}

const play = (config: Partial<SandboxConfig> = {}) => {
  const clock = createVirtualClock({ start })
  const sandbox = virtualSandbox({ clock, profile: bridge2021, ...config })
  return { clock, sandbox, uuid: sandbox.users[0]?.uuid ?? '', read: reader(sandbox) }
}

const isPending = (row: Row | undefined): boolean => row?.is_future === true

describe('pending transactions', () => {
  it('are the newest at the start, and post by themselves in the next two days', () => {
    const { clock, read } = play()
    const before = read()
    expect(before.map(isPending)).toEqual(before.map((_, index) => index < 3))
    clock.advance(13 * 3_600_000)
    expect(read().filter(isPending)).toHaveLength(3)
    clock.advance(2 * day)
    const after = read()
    expect(after.filter(isPending)).toEqual([])
    expect(after).toHaveLength(120)
    const [first, second, third] = before
    const gone = [first, second, third].map((row) => row?.id)
    const deleted = read(start).filter((row) => row.is_deleted === true)
    expect(deleted.map(({ id }) => id).sort()).toEqual([...gone].sort())
    expect(after.slice(0, 3).map((row) => gone.includes(row.id))).toEqual([false, false, false])
  })

  it('are there in no sandbox that plays default', () => {
    const sandbox = virtualSandbox()
    const token = json<Authenticated>(
      ask(sandbox, '/v2/authenticate', {
        method: 'POST',
        headers: { ...headers, 'Service-Version': '2021-06-01', 'Content-Type': 'application/json' },
        body: '{"external_user_id":"A6J"}',
      }),
    ).access_token
    const { resources } = json<PageBody>(ask(sandbox, '/v2/transactions?limit=500', { token }))
    expect(resources.filter(isPending)).toEqual([])
  })

  it('are made, and posted under another id with the day’s date and the bank’s words', () => {
    const { clock, sandbox, uuid, read } = play()
    const [id = 0] = sandbox.insertTransactions(uuid, 1, { pending: true })
    const [pending] = read()
    expect(pending).toMatchObject({ id, is_future: true, is_deleted: false, date: '2026-01-15' })
    clock.advance(3 * day)
    const posted = sandbox.postTransaction(id)
    const now = sandbox.now()
    const row = read().find((one) => one.id === posted)
    const { clean_description, amount, account_id, category_id, currency_code }: Partial<Row> = pending ?? {}
    expect(row).toMatchObject({ clean_description, amount, account_id, category_id, currency_code })
    expect(row).toMatchObject({ is_future: false, is_deleted: false, date: '2026-01-18' })
    expect(row?.bank_description).not.toBe(pending?.bank_description)
    expect(read().map((one) => one.id)).not.toContain(id)
    const updated = read(now)
    expect(updated.map((one) => [one.id, one.is_deleted])).toEqual([
      [posted, false],
      [id, true],
    ])
    expect(updated[1]).toMatchObject({ is_future: true, date: '2026-01-15', amount })
  })

  it('may be posted with another amount', () => {
    const { sandbox, uuid, read } = play()
    const [id = 0] = sandbox.insertTransactions(uuid, 1, { pending: true })
    const posted = sandbox.postTransaction(id, { amount: -99.5 })
    expect(read()[0]).toMatchObject({ id: posted, amount: -99.5 })
  })

  it('post when they were told to, in that order, whoever looks when', () => {
    const run = (steps: number) => {
      const { clock, sandbox, uuid, read } = play()
      sandbox.insertTransactions(uuid, 1, { pending: true, postsAfter: 20_000 })
      sandbox.insertTransactions(uuid, 1, { pending: true, postsAfter: 10_000 })
      for (let step = 0; step < steps; step++) {
        clock.advance(30_000 / steps)
        read(start)
      }
      return read(start)
    }
    const rows = run(1)
    expect(rows.map(({ is_deleted }) => is_deleted)).toEqual([false, true, false, true])
    expect(rows.map(({ updated_at }) => Date.parse(updated_at) - start)).toEqual([20_000, 20_000, 10_000, 10_000])
    expect(run(30)).toEqual(rows)
  })

  it('stay pending when they are changed, and do not post when they are deleted', () => {
    const { clock, sandbox, uuid, read } = play()
    const [kept = 0, gone = 0] = sandbox.insertTransactions(uuid, 2, { pending: true, postsAfter: 60_000 })
    sandbox.updateTransaction(kept, { amount: 5 })
    sandbox.deleteTransaction(gone)
    expect(read()[0]).toMatchObject({ id: kept, amount: 5, is_future: true })
    clock.advance(60_000)
    const rows = read()
    expect(rows).toHaveLength(121)
    expect(rows[0]).toMatchObject({ amount: 5, is_future: false })
  })

  it('are posted once, and no others', () => {
    const { sandbox, uuid } = play()
    const [id = 0] = sandbox.insertTransactions(uuid, 1, { pending: true })
    const [booked = 0] = sandbox.insertTransactions(uuid, 1)
    const posted = sandbox.postTransaction(id)
    for (const wrong of [id, booked, posted, 0, -1, NaN]) {
      expect(() => sandbox.postTransaction(wrong)).toThrow(RangeError)
    }
  })

  it('have moments of whole seconds if the deployment has those', () => {
    const { clock, sandbox, uuid, read } = play({ dialect: 'bridge2018' })
    clock.advance(789)
    sandbox.insertTransactions(uuid, 1)
    expect(read()[0]?.updated_at).toBe('2026-01-15T10:30:00Z')
    expect(read(start)).toHaveLength(1)
    expect(read(start + 1)).toHaveLength(0)
  })
})
