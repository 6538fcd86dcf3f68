import assert from 'node:assert/strict'
import fc from 'fast-check'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { createClient } from '../../../lib/client/createClient.js'
import { createSandbox, type TransactionChanges } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createMovements, roundSum } from '../../../lib/testing/sandbox/balanceMovements.js'
import { ask, json, type PageBody, type Row, start, tokenOf, virtualSandbox, walk } from './caller.js'

const setUp = (config = {}, sandbox = virtualSandbox(config)) => {
  const token = tokenOf(sandbox)
  const rows = () => walk(sandbox, '/v2/transactions?limit=500', token).flatMap(({ resources }) => resources)
  const accounts = () => json<PageBody>(ask(sandbox, '/v2/accounts?limit=500', { token })).resources
  const isCounted = ({ is_future, show_client_side }: Row) => is_future !== true && show_client_side !== false
  /** The balance of each account less the sum of its booked, shown transactions. */
  const openings = () => {
    const all = rows().filter(isCounted)
    return accounts().map(({ id, name, balance }) => {
      const sum = all
        .filter(({ account_id }) => account_id === id)
        .reduce((total, { amount }) => total + Number(amount), 0)
      return [name, roundSum(Number(balance) - sum)]
    })
  }
  const [owner] = sandbox.users
  if (owner === undefined) throw new Error('there is no user')
  return { sandbox, token, owner, rows, accounts, openings }
}

type World = ReturnType<typeof setUp>

const amount = fc.integer({ min: -1e7, max: 1e7 }).map((thousandths) => thousandths / 1000)
const changes: fc.Arbitrary<TransactionChanges> = fc.record(
  { amount, is_future: fc.boolean(), show_client_side: fc.boolean(), description: fc.string() },
  { requiredKeys: [] },
)
const place = fc.nat(200)
const step = fc.oneof(
  fc
    .record({ count: fc.integer({ min: 1, max: 3 }), pending: fc.boolean(), changes })
    .map((config) => (world: World) => {
      world.sandbox.insertTransactions(world.owner.uuid, config.count, {
        pending: config.pending,
        postsAfter: 60_000,
        visibleAfter: 1000,
        changes: config.changes,
      })
    }),
  fc.tuple(place, changes).map(([index, change]) => ({ sandbox, rows }: World) => {
    const all = rows()
    const id = all[index % Math.max(all.length, 1)]?.id
    if (id !== undefined) sandbox.updateTransaction(id, change)
  }),
  fc.tuple(place, fc.boolean()).map(([index, bare]) => ({ sandbox, rows }: World) => {
    const all = rows()
    const id = all[index % Math.max(all.length, 1)]?.id
    if (id !== undefined) sandbox.deleteTransaction(id, { bare })
  }),
  fc.integer({ min: 0, max: 100_000 }).map((ms) => ({ sandbox }: World) => {
    sandbox.advance(ms)
  }),
  fc.tuple(place, fc.boolean()).map(([index, tombstones]) => ({ sandbox, owner }: World) => {
    const id = owner.itemIds[index % owner.itemIds.length]
    if (id !== undefined) sandbox.relinkItem(id, { tombstones })
  }),
)

describe('balances', () => {
  it('less the sum of the rows are the same at any moment, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), (steps, seed) => {
        const world = setUp({ seed, transactions: 40, stocks: 0 })
        const before = new Map(world.openings().map(([name, sum]) => [name, sum]))
        for (const run of steps) {
          run(world)
          expect(Object.fromEntries(world.openings())).toStrictEqual(Object.fromEntries(before))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('less the sum of the rows are the opening balances of a life, at any moment and to the cent', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 }).map((amount) => ({ amount: amount / 100 }))
    const step = fc.oneof(
      fc.tuple(fc.boolean(), cents).map(([pending, changes]) => ({ sandbox, owner }: World) => {
        sandbox.insertTransactions(owner.uuid, 1, { pending, postsAfter: 60_000, changes })
      }),
      fc.tuple(fc.nat(2000), cents).map(([index, change]) => ({ sandbox, rows }: World) => {
        const all = rows()
        sandbox.updateTransaction(all[index % all.length]?.id ?? 0, change)
      }),
      fc.nat(2000).map((index) => ({ sandbox, rows }: World) => {
        const all = rows()
        sandbox.deleteTransaction(all[index % all.length]?.id ?? 0)
      }),
      fc.constant(({ sandbox, owner }: World) => {
        const [id = 0] = sandbox.insertTransactions(owner.uuid, 1, { pending: true })
        sandbox.postTransaction(id)
      }),
      fc.integer({ min: 0, max: 40 * 60_000 }).map((ms) => ({ sandbox }: World) => {
        sandbox.advance(ms)
      }),
    )
    const toCents = (balances: ReadonlyArray<ReadonlyArray<unknown>>) =>
      balances.map(([name, balance]) => [name, (Number(balance) * 100).toFixed(4)])
    fc.assert(
      fc.property(fc.array(step, { maxLength: 3 }), fc.integer({ min: 1, max: 50 }), (steps, seed) => {
        const clock = createVirtualClock({ start })
        const world = setUp(
          {},
          createSandbox({ profile: documentedProfile, clock, seed, users: 1, banks: 5, stocks: 0 }),
        )
        const before = toCents(world.openings())
        expect(before.filter(([, balance]) => !String(balance).endsWith('.0000'))).toStrictEqual([])
        for (const run of steps) {
          run(world)
          expect(toCents(world.openings())).toStrictEqual(before)
        }
      }),
      { numRuns: 15 },
    )
  })

  it.each([documentedProfile, bridge2018, bridge2021, bridge2025])(
    'move in every deployment, with updated_at',
    (profile) => {
      const clock = createVirtualClock({ start })
      const sandbox = createSandbox({ clock, profile, transactions: 20, stocks: 0 })
      const [{ email, password, uuid, accountIds: [id = 0] } = assert.fail('no user')] = sandbox.users
      const client = createClient({
        baseUrl: 'https://bank.example',
        ...sandbox.credentials,
        http: sandbox.http,
        clock,
        profile: profile as typeof documentedProfile,
      })
      const user = client.user(profile.name === 'bridge2018' ? { email, password } : { userUuid: uuid })
      const account = () => {
        let found: { balance?: unknown; updated_at?: unknown } = {}
        user.accounts.all().subscribe((row) => {
          if (row.id === id) found = row
        })
        return found
      }
      const before = account()
      sandbox.advance(5000)
      sandbox.insertTransactions(uuid, 1, { changes: { account_id: id, amount: -12.3 } })
      const after = account()
      expect(Number(after.balance)).toBeCloseTo(Number(before.balance) - 12.3, 6)
      expect(after.updated_at).toStrictEqual(new Date(start + 5000))
      sandbox.advance(5000)
      sandbox.touchStocks(uuid)
      expect(account()).toStrictEqual(after)
    },
  )

  it('move by each booked row of an API version whose rows do not say that they repeat others', () => {
    const clock = createVirtualClock({ start })
    const sandbox = createSandbox({ clock, profile: bridge2025 })
    const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock })
    const [{ uuid, accountIds } = assert.fail('there is no user')] = sandbox.users
    const user = client.user({ userUuid: uuid })
    const balance = (): number => {
      let found = 0
      user.accounts.all().subscribe((row) => {
        if (row.id === accountIds[0]) found = row.balance ?? 0
      })
      return found
    }
    const before = balance()
    const changes = { account_id: accountIds[0] ?? 0, amount: -50, show_client_side: false }
    const [id = 0] = sandbox.insertTransactions(uuid, 1, { changes })
    let row: object = {}
    user.transactions.get(id).subscribe((found) => {
      row = found
    })
    expect(row).toMatchObject({ id, amount: -50, future: false })
    expect(row).not.toHaveProperty('show_client_side')
    expect(balance()).toBeCloseTo(before - 50, 6)
    sandbox.insertTransactions(uuid, 1, { changes: { ...changes, is_future: true } })
    expect(balance()).toBeCloseTo(before - 50, 6)
  })

  it('move by no row of another currency, and by none that is no number', () => {
    const { sandbox, owner, accounts } = setUp()
    const before = accounts()
    sandbox.insertTransactions(owner.uuid, 1, { changes: { currency_code: 'USD' } })
    sandbox.insertTransactions(owner.uuid, 1, { changes: { amount: NaN } })
    expect(accounts()).toStrictEqual(before)
  })

  it('are handed to another account, with their time', () => {
    const movements = createMovements()
    movements.replace(undefined, { account: 1, amount: 0.1 }, 5)
    movements.replace({ account: 1, amount: 0.1 }, { account: 1, amount: 0.3 }, 6)
    expect(movements.get(1)).toStrictEqual({ sum: 0.3, at: 6 })
    movements.replace(undefined, { account: 2, amount: 9 }, 7)
    movements.transfer(1, 2)
    expect(movements.get(2)).toStrictEqual({ sum: 0.3, at: 6 })
    movements.transfer(3, 2)
    expect(movements.get(2)).toBeUndefined()
  })
})
