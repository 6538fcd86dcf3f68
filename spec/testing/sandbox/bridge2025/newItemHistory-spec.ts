import { bridge2025, connectSession } from '../../../../lib/bridge.js'
import { createClient, createVirtualClock } from '../../../../lib/index.js'
import { createSandbox, type SandboxConfig } from '../../../../lib/sandbox.js'
import { read, readOne } from '../../../helpers/profiles.js'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.UTC(2026, 0, 15, 9)

/** A new user who connects a bank, with the webhooks of it. */
const connecting = (config: Partial<SandboxConfig> = {}) => {
  const clock = createVirtualClock({ start })
  const refreshes: Array<readonly [minutes: number, isFull: boolean]> = []
  const deliver = async (request: Request) => {
    const { type, timestamp, content } = (await request.json()) as {
      readonly type: string
      readonly timestamp: number
      readonly content: { readonly full_refresh: boolean }
    }
    if (type === 'item.refreshed') refreshes.push([Math.floor((timestamp - start) / minute), content.full_refresh])
    return new Response()
  }
  const sandbox = createSandbox({
    profile: bridge2025,
    clock,
    users: 0,
    newItemTransactions: 180,
    webhooks: { secrets: ['5ecret'], deliver },
    ...config,
  })
  const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
  const { uuid: userUuid } = readOne(client.users.create({ externalUserId: 'jane' }))
  const user = client.user({ userUuid })
  const { url } = readOne(
    user.send(connectSession({ userEmail: 'jane@mail.example', providerId: 574, accountTypes: 'all' })),
  )
  sandbox.submitBankForm(url)
  const rows = () => read(user.transactions.all({ limit: 500 }))
  const item = () => read(user.items.all())[0]
  const balances = () => read(user.accounts.all()).map(({ balance }) => balance)
  return { clock, sandbox, user, rows, item, balances, refreshes }
}

describe('the history of a new item, as of 2025-01-15', () => {
  it('arrives in two steps: a week with the first refresh, the rest some minutes later', async () => {
    const { clock, rows, item, balances, refreshes } = connecting()
    clock.advance(8000)
    expect([rows().length, item()?.last_successful_refresh]).toEqual([0, undefined])
    clock.advance(1000)
    const [first, refreshedAt, reported] = [rows(), item()?.last_successful_refresh, balances()]
    expect(refreshedAt).toEqual(new Date(start + 9000))
    expect(first.length).toBe(14)
    const weekAgo = new Date(start - 7 * day).toISOString().slice(0, 10)
    expect(first.every(({ date }) => date >= weekAgo)).toBe(true)
    clock.advance(5 * minute)
    expect(rows().length).toBe(14)
    clock.advance(minute)
    const all = rows()
    expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([180, 180])
    expect(all.filter(({ date }) => date < weekAgo).length).toBeGreaterThan(160)
    expect(item()?.last_successful_refresh).toEqual(new Date(start + 9000 + 5 * minute + 9000))
    // The bank's balance has contained all of them from the first day on.
    expect(balances()).toEqual(reported)
    await new Promise(setImmediate)
    expect(refreshes).toEqual([
      [0, false],
      [5, true],
    ])
  })

  it('is not there by default, and then the first refresh is a full one', async () => {
    const { clock, rows, refreshes } = connecting({ newItemTransactions: 0 })
    clock.advance(20 * minute)
    await new Promise(setImmediate)
    expect([rows(), refreshes]).toEqual([[], [[0, true]]])
  })

  it('is told by changes of the list, too', () => {
    const { clock, user, sandbox } = connecting()
    const counts: Array<number> = []
    const subscription = user.transactions.watchUpdated({ every: minute }).subscribe(({ resources }) => {
      if (resources.length > 0) counts.push(resources.length)
    })
    clock.advance(10 * minute)
    subscription.unsubscribe()
    expect(counts).toEqual([14, 166])
    expect(sandbox.users.length).toBe(1)
  })
})
