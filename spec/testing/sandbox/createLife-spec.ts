import assert from 'node:assert/strict'
import fc from 'fast-check'
import { createVirtualClock, type VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { bridge2025, type Bridge2025Account, type Bridge2025Transaction } from '../../../lib/bridge.js'
import { createClient } from '../../../lib/client/createClient.js'
import { findRecurring } from '../../../lib/ledger/recurring/findRecurring.js'
import { matchTransfers } from '../../../lib/ledger/transfers/matchTransfers.js'
import { findIbans } from '../../../lib/ledger/transfers/ownAccounts.js'
import { createSandbox, type SandboxConfig } from '../../../lib/sandbox.js'
import { start } from './caller.js'

const day = 24 * 60 * 60 * 1000

const setUp = ({
  clock = createVirtualClock({ start }),
  ...config
}: Partial<SandboxConfig> & { clock?: VirtualClock } = {}) => {
  const sandbox = createSandbox({ profile: bridge2025, clock, banks: 20, stocks: 0, ...config })
  /** Reads with a client of its own, so that no limit delays it. */
  const lifeOf = (user: number) => {
    const { uuid, accountIds } = sandbox.users[user] ?? assert.fail('no such user')
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    const read = client.user({ userUuid: uuid })
    const accounts: Array<Bridge2025Account> = []
    const rows: Array<Bridge2025Transaction> = []
    read.accounts.all().subscribe((account) => accounts.push(account))
    read.transactions.all().subscribe((row) => rows.push(row))
    return { uuid, accountIds, accounts, rows: rows.reverse() }
  }
  /** The rows of a user that have changed since a time. */
  const changesOf = (user: number, since: Date) => {
    const { uuid } = sandbox.users[user] ?? assert.fail('no such user')
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    const rows: Array<object> = []
    client
      .user({ userUuid: uuid })
      .transactions.updated({ since })
      .all()
      .subscribe((row) => rows.push(row))
    return rows
  }
  return { clock, sandbox, lifeOf, changesOf }
}

type Life = ReturnType<ReturnType<typeof setUp>['lifeOf']>

const users = [
  { user: 0, language: 'French', text: /^(VIR|PRLV SEPA|CARTE \d\d\/\d\d|RETRAIT DAB) / },
  { user: 1, language: 'German', text: /^(DAUERAUFTRAG|LASTSCHRIFT|KARTE(NZAHLUNG)? \d\d\.\d\d\.|GELDAUTOMAT) / },
  { user: 2, language: 'English', text: /^(SO|DD|CARD \d\d\/\d\d|ATM) / },
  { user: 3, language: 'French', text: /^(VIR|PRLV SEPA|CARTE \d\d\/\d\d|RETRAIT DAB) / },
]

const booked = ({ rows }: Life) => rows.filter(({ future }) => future !== true)

/** The balance of each account less its booked rows, in cents. */
const openings = (life: Life) =>
  Object.fromEntries(
    life.accounts
      .filter(({ data_access }) => data_access === 'enabled')
      .map(({ id, balance }) => {
        const own = booked(life).filter(({ account_id }) => account_id === id)
        const sum = own.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
        return [id, Math.round((balance ?? 0) * 100) - sum]
      }),
  )

describe('createLife', () => {
  it.each(users)('writes texts as banks do, in $language for user $user', ({ user, text }) => {
    const life = setUp({ users: 4 }).lifeOf(user)
    const texts = life.rows.map(({ provider_description }) => provider_description ?? '')
    expect(texts.filter((written) => text.test(written)).length).toBeGreaterThan(texts.length * 0.8)
    expect(texts.filter((written) => /[#*@%$]/.test(written))).toStrictEqual([])
  })

  it('books rows until the time at which the sandbox was created, with the pending ones on top', () => {
    const { lifeOf } = setUp()
    for (const user of [0, 1, 2]) {
      const { rows } = lifeOf(user)
      const pending = rows.filter(({ future }) => future)
      expect(rows.every((row) => row.date <= '2026-01-15' && row.updated_at.getTime() <= start)).toBe(true)
      expect(pending.length).toBeGreaterThan(0)
      expect(rows.slice(-pending.length)).toStrictEqual(pending)
      expect(pending.map((row) => row.date)).toStrictEqual(pending.map((row) => row.date).sort())
      expect(rows[0]?.date).toBe('2024-01-02')
    }
    expect(booked(lifeOf(1)).at(-1)?.date).toBe('2026-01-15')
  })

  it('has the same rows on the next day, with those that were booked since', () => {
    const ends = ['2024-02-29', '2024-12-31', '2025-03-30', '2025-10-26', '2026-11-30'].map((date) => Date.parse(date))
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...ends), fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })),
        fc.integer({ min: 0, max: day }),
        fc.integer({ min: 0, max: 3 * day }),
        fc.nat(2),
        (at, offset, distance, user) => {
          const lifeAt = (time: number) => setUp({ clock: createVirtualClock({ start: time }) }).lifeOf(user)
          const [earlier, later] = [lifeAt(at + offset), lifeAt(at + offset + distance)]
          const ids = later.rows.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          const found = new Map(later.rows.map((row) => [row.id, row]))
          const rows = booked(earlier).filter(({ date }) => date >= (later.rows[0]?.date ?? ''))
          expect(rows.map(({ id }) => found.get(id))).toStrictEqual(rows)
          expect(earlier.accounts.map(({ id }) => id)).toStrictEqual(later.accounts.map(({ id }) => id))
          const known = new Set(earlier.rows.filter(({ future }) => future !== true).map(({ id }) => id))
          const added = booked(later).filter(({ id }) => !known.has(id))
          for (const { id, balance, data_access } of earlier.accounts) {
            if (data_access !== 'enabled') continue
            const moved = added.filter(({ account_id }) => account_id === id).reduce((sum, row) => sum + row.amount, 0)
            const now = later.accounts.find((account) => account.id === id)?.balance
            expect(Math.round(((balance ?? 0) + moved) * 100)).toBe(Math.round((now ?? 0) * 100))
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  it('posts pending rows as a sandbox has them that is created later, and reports there that they are gone', () => {
    const { clock, lifeOf } = setUp({ tokenLifetime: 30 * day })
    const pending = lifeOf(0).rows.filter(({ future }) => future)
    clock.advance(6 * day)
    const posted = lifeOf(0).rows.slice(-pending.length)
    const later = setUp({ clock: createVirtualClock({ start: start + 6 * day }) })
    const found = new Map(later.lifeOf(0).rows.map((row) => [row.id, row]))
    expect(posted.map(({ id }) => found.get(id))).toStrictEqual(posted)
    const changed = later.changesOf(0, new Date(start))
    for (const { id } of pending) expect(changed).toContainEqual(expect.objectContaining({ id, deleted: true }))
  })

  it('never gives an inserted row the id of another day', () => {
    const idsAt = (time: number) => {
      const { sandbox, lifeOf } = setUp({ clock: createVirtualClock({ start: time }) })
      const inserted = sandbox.insertTransactions(lifeOf(0).uuid, 5)
      return { inserted, ids: lifeOf(0).rows.map(({ id }) => id) }
    }
    const [first, second] = [idsAt(start), idsAt(start + day)]
    expect(second.ids.filter((id) => first.inserted.includes(id))).toStrictEqual([])
    expect(first.ids.filter((id) => second.inserted.includes(id))).toStrictEqual([])
  })

  it.each(users)('has opening balances that stay the same when pending rows are posted, for user $user', ({ user }) => {
    const { clock, sandbox, lifeOf } = setUp({ users: 4, tokenLifetime: 30 * day })
    const before = openings(lifeOf(user))
    const [checking = 0, savings = 0, card = 0, joint = 0, loan = 0] = lifeOf(user).accountIds
    expect(before[card]).toBeLessThan(0)
    expect(Math.min(before[checking] ?? 0, before[savings] ?? 0, before[joint] ?? 0)).toBeGreaterThan(30_000)
    expect(before[loan]).toBeLessThanOrEqual(0)
    sandbox.insertTransactions(lifeOf(user).uuid, 3, { pending: true, postsAfter: 60_000 })
    expect(openings(lifeOf(user))).toStrictEqual(before)
    clock.advance(6 * day)
    const life = lifeOf(user)
    expect(life.rows.filter(({ future }) => future)).toStrictEqual([])
    expect(openings(life)).toStrictEqual(before)
  })

  it.each(users.slice(0, 3))(
    'has a life in which findRecurring finds what returns, and what got dearer, for user $user',
    ({ user }) => {
      const { accountIds, rows } = setUp({ users: 4 }).lifeOf(user)
      const streams = findRecurring(rows)
      const [checking, savings, card, joint] = accountIds
      const countOf = (account: number | undefined, isIncome: boolean) =>
        streams.filter((stream) => stream.account === String(account) && stream.isIncome === isIncome).length
      expect(streams.every(({ state, cadence }) => state === (cadence === 'yearly' ? 'started' : 'active'))).toBe(true)
      expect(countOf(checking, true)).toBe(1)
      expect(countOf(checking, false)).toBeGreaterThanOrEqual(7)
      expect(countOf(savings, true)).toBe(1)
      expect(countOf(card, false)).toBeGreaterThanOrEqual(2)
      expect(countOf(joint, true)).toBe(2)
      expect(countOf(joint, false)).toBeGreaterThanOrEqual(4)
      const dearer = streams.filter(({ isIncome, priceChanges }) => !isIncome && priceChanges.length > 0)
      expect(dearer.length).toBeGreaterThanOrEqual(4)
      expect(dearer.every(({ priceChanges }) => priceChanges.every(({ from, to }) => to < from))).toBe(true)
    },
  )

  it.each(users)('has a life in which matchTransfers finds each transfer, for user $user', ({ user }) => {
    const { accounts, accountIds, rows } = setUp({ users: 4 }).lifeOf(user)
    const [checking, savings, card, joint, loan] = accountIds.map(String)
    const countsOf = ({ transfers }: ReturnType<typeof matchTransfers>) =>
      [savings, joint, loan, card].map(
        (account) => transfers.filter(({ from, to }) => from.account === checking && to.account === account).length,
      )
    const withAccounts = matchTransfers(rows, { accounts })
    expect(countsOf(withAccounts)).toStrictEqual(user === 3 ? [26, 25, 24, 25] : [27, 25, 25, 25])
    expect(withAccounts.transfers.length).toBeGreaterThan(100)
    expect(countsOf(matchTransfers(rows)).slice(0, 2)).toStrictEqual([25, 25])
  })

  it('has refunds: of purchases on the card they were bought with, and of visits to the doctor on another account', () => {
    const { accountIds, rows } = setUp().lifeOf(0)
    const refunds = rows.filter(({ category_id }) => category_id === 282)
    const [checking, , card] = accountIds
    for (const account of [checking, card]) expect(refunds.some(({ account_id }) => account_id === account)).toBe(true)
    const [refund] = refunds.filter(({ account_id }) => account_id === card)
    expect(refund?.clean_description).toMatch(/^Remboursement (Zalando|Uniqlo)$/)
    expect(rows.some(({ amount }) => amount === -(refund?.amount ?? 0))).toBe(true)
  })

  it('describes the accounts: valid IBANs, a loan whose numbers add up, and the interest on savings', () => {
    const { lifeOf } = setUp({ users: 4 })
    for (const { user } of users) {
      const { accounts, accountIds } = lifeOf(user)
      const [checking, savings, , joint, loan] = accountIds.map((id) => accounts.find((account) => account.id === id))
      for (const account of [checking, joint]) expect(findIbans(account?.iban ?? '')).toStrictEqual([account?.iban])
      expect(savings?.savings_details?.interest_rate).toBeGreaterThan(1)
      const details = loan?.loan_details
      const { borrowed_capital: borrowed, repaid_capital: repaid, remaining_capital: remaining } = details ?? {}
      expect(Math.round((borrowed ?? 0) * 100)).toBe(Math.round(((repaid ?? 0) + (remaining ?? 0)) * 100))
      expect(loan?.balance).toBe(0 - (remaining ?? 0))
    }
  })

  it('lets people go on to buy what they buy, in the shops of their language', () => {
    const { sandbox, lifeOf } = setUp()
    const { uuid } = lifeOf(1)
    const shops = new Set(lifeOf(1).rows.map(({ clean_description }) => clean_description))
    const ids = sandbox.insertTransactions(uuid, 60)
    const made = lifeOf(1).rows.filter(({ id }) => ids.includes(id))
    expect(made.map(({ clean_description }) => clean_description).filter((name) => !shops.has(name))).toStrictEqual([])
    expect(new Set(made.map(({ account_id }) => account_id)).size).toBe(3)
    expect(made.every(({ amount }) => amount < 0)).toBe(true)
  })

  it('lets a person without an open account of that kind buy with another one', () => {
    const { sandbox, lifeOf } = setUp()
    const { uuid, accountIds } = lifeOf(0)
    const [checking = 0, , card = 0, joint = 0] = accountIds
    for (const id of [card, joint]) sandbox.setDataAccess(id, 'disabled')
    const ids = sandbox.insertTransactions(uuid, 20)
    const made = lifeOf(0).rows.filter(({ id }) => ids.includes(id))
    expect(made.map(({ account_id }) => account_id)).toStrictEqual(Array(20).fill(checking))
  })

  it('gives a user who is created later, and connects a bank, purchases and no life', () => {
    const { sandbox, lifeOf } = setUp({ users: 1 })
    sandbox.recreateUser(sandbox.users[0]?.uuid ?? '')
    const { uuid, rows } = lifeOf(0)
    expect(rows).toStrictEqual([])
    sandbox.insertTransactions(uuid, 5)
    expect(lifeOf(0).rows).toHaveLength(5)
  })

  it('gives users of one language different numbers', () => {
    const { lifeOf } = setUp({ users: 4 })
    const amounts = (user: number) => new Set(lifeOf(user).rows.map(({ amount, date }) => `${date} ${String(amount)}`))
    const first = amounts(0)
    const common = [...amounts(3)].filter((entry) => first.has(entry))
    expect(common.length).toBeLessThan(first.size / 4)
  })
})
