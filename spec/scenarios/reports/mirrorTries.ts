import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createFleet, memoryEngine } from '../../../lib/fleet.js'
import { createMirror } from '../../../lib/sqlite.js'
import { mirroredBank } from '../../helpers/mirroredBank.js'
import { iso, played, playedBank } from '../../helpers/playedBank.js'
import { smallBank } from '../../mirror/core/smallBank.js'
import { valueOf, working } from '../../mirror/fleet/town.js'
import { hour, minute, mirrorScene } from './stage.js'

const feeds = ['accounts', 'transactions'] as const
const ids = 'SELECT id FROM rxbank_booked_transactions ORDER BY CAST(id AS INTEGER)'

/** A bank with one account, and its mirror. */
const oneAccount = () => {
  const bank = smallBank()
  const account = bank.account(bank.item())
  return { bank, account, ...mirrorScene(bank, { feeds: [...feeds] }) }
}

/** actualbudget/actual#8221, we-promise/sure#3497 */
export const twinsStayTwo = () => {
  const { bank, account, round, rows, booked } = oneAccount()
  bank.transaction(account, -4.5)
  bank.transaction(account, -4.5)
  round()
  round()
  expect([rows(ids).length, booked()]).toEqual([2, [-900]])
}

/** The same while both are booked: the ids of both change. */
export const twinsBookedStayTwo = () => {
  const { watch, later, pend, sandbox, mirror, truth } = mirroredBank()
  watch()
  const account_id = sandbox.users[0]?.accountIds[0] ?? 0
  const payment = { account_id, amount: -4.5, description: 'Bakery', date: '2026-01-15' }
  const pending = [pend(payment), pend(payment)]
  later()
  const posted = pending.map((id) => sandbox.postTransaction(id))
  later()
  expect(mirror.rows).toEqual(truth())
  expect(posted.filter((id) => mirror.rows.has(id))).toHaveLength(2)
  expect(pending.filter((id) => mirror.rows.has(id))).toEqual([])
}

/** letehaha/budget-tracker#643 and martinohansen/ynabber#75 */
export const bookedUnderAnotherId = () => {
  const { bank, account, round, rows, booked } = oneAccount()
  const pending = bank.transaction(account, -12.34)
  round()
  bank.clock.advance(hour)
  bank.rows.transactions = bank.rows.transactions.map((row) =>
    row.id === pending ? { id: row.id, is_deleted: true, ...bank.stamp() } : row,
  )
  const posted = bank.transaction(account, -12.34)
  bank.rows.transactions = bank.rows.transactions.map((row) =>
    row.id === posted ? { ...row, date: '2026-01-14' } : row,
  )
  round()
  expect(rows(ids)).toEqual([{ id: String(posted) }])
  expect(booked()).toEqual([-1234])
}

/** actualbudget/actual#7799 */
export const positionalIds = () => {
  const { bank, account, round, rows } = oneAccount()
  const list = (...amounts: ReadonlyArray<number>) => {
    bank.rows.transactions = []
    amounts.forEach((amount, place) => bank.transaction(account, amount, place + 1))
  }
  const amounts = () => rows('SELECT id, CAST(amount AS REAL) AS amount FROM rxbank_booked_transactions ORDER BY id')
  const truth = () => [...bank.rows.transactions].reverse().map(({ id, amount }) => ({ id: String(id), amount }))
  list(-1, -2, -3)
  round()
  for (const after of [
    [-9, -1, -2, -3],
    [-9, -1],
    [-7, -9, -1],
  ]) {
    bank.clock.advance(25 * hour)
    list(...after)
    for (let rounds = 0; rounds < 4; rounds++) {
      round()
      bank.clock.advance(hour)
    }
    expect(amounts()).toEqual(truth())
  }
}

/** maybe-finance/maybe#1248 */
export const belowOne = () => {
  const { bank, account, round, rows, booked } = oneAccount()
  for (const amount of [-0.64, 0.01, -0.1, -0.2, 0, 1e-2]) bank.transaction(account, amount)
  round()
  expect(booked()).toEqual([-92])
  expect(rows('SELECT minor_units FROM rxbank_booked_transactions ORDER BY minor_units')).toEqual(
    [-64, -20, -10, 0, 1, 1].map((minor_units) => ({ minor_units })),
  )
}

/** RubyMoney/money#176 and thunderbird/thunderbird-accounts#1152 */
export const decimalsOfCurrencies = () => {
  const { bank, account, round, rows } = oneAccount()
  const paid = (amount: number, currency_code: string) => {
    const id = bank.transaction(account, amount)
    bank.rows.transactions = bank.rows.transactions.map((row) => (row.id === id ? { ...row, currency_code } : row))
  }
  paid(1000, 'JPY')
  paid(1.234, 'KWD')
  paid(1.2345, 'CLF')
  paid(0.5, 'eur')
  paid(1.005, 'EUR')
  paid(7.5, 'XYZ')
  paid(-3, 'EUR')
  round()
  const sums = rows(
    'SELECT currency_code AS code, minor_units, row_count, inexact_count FROM rxbank_booked_sums ORDER BY code',
  )
  expect(sums).toEqual([
    { code: 'CLF', minor_units: 12_345, row_count: 1, inexact_count: 0 },
    { code: 'EUR', minor_units: -300, row_count: 2, inexact_count: 1 },
    { code: 'JPY', minor_units: 1000, row_count: 1, inexact_count: 0 },
    { code: 'KWD', minor_units: 1234, row_count: 1, inexact_count: 0 },
    { code: 'XYZ', minor_units: null, row_count: 1, inexact_count: 1 },
    { code: 'eur', minor_units: null, row_count: 1, inexact_count: 1 },
  ])
}

/** firefly-iii/firefly-iii#10590 */
export const nothingYet = () => {
  const { bank, account, round, rows } = oneAccount()
  expect(round()).not.toHaveProperty('error')
  bank.transaction(account)
  round()
  expect(rows(ids)).toHaveLength(1)
}

/** otherworld-dev/Budget#277 */
export const neverParked = () => {
  const service = playedBank({})
  const { clock, state } = service
  state.lists.accounts = [{ id: 1, item_id: 1 }]
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database })
  const settings = { client: service.connect(), mirror, engine: memoryEngine({ clock }), clock, random: () => 0.5 }
  const fleet = createFleet({ ...settings, feeds: ['accounts', 'transactions'] } as never)
  const { of } = working(fleet.work())
  valueOf(fleet.add(played))
  valueOf(fleet.runNow({ id: played }))
  clock.advance(minute)
  const failing = [
    { transactions: 503 },
    { transactions: 409, accounts: 409 },
    { authenticate: 503, accounts: 503, transactions: 503 },
    { accounts: 429, transactions: 429 },
  ]
  failing.forEach((refused, place) => {
    Object.assign(state.refused, refused)
    clock.advance(6 * hour)
    state.refused = {}
    state.lists.transactions.push({
      ...{ id: place + 1, account_id: 1, amount: -1, currency_code: 'EUR', date: '2026-01-10' },
      updated_at: iso((clock.wall() - Date.parse(iso(0))) / minute),
    })
    clock.advance(6 * hour)
    expect(database.prepare('SELECT id FROM rxbank_transactions').all()).toHaveLength(place + 1)
  })
  expect([of('UserSuspended'), of('FeedSuspended')]).toEqual([[], []])
  expect(of('RoundFailed').length).toBeGreaterThan(4)
}

/** MattFaz/actuali#67 */
export const lockedFile = () => {
  const bank = smallBank()
  const account = bank.account(bank.item())
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-'))
  const file = join(folder, 'bank.sqlite')
  const { database, round, rows } = mirrorScene(bank, { feeds: [...feeds] }, new DatabaseSync(file, { timeout: 0 }))
  round()
  bank.transaction(account)
  const other = new DatabaseSync(file)
  other.exec('BEGIN EXCLUSIVE')
  expect(round()).toMatchObject({ error: { _tag: 'MirrorError', reason: 'busy', isTransient: true } })
  other.exec('ROLLBACK')
  other.close()
  expect(round()).not.toHaveProperty('error')
  expect(rows(ids)).toHaveLength(1)
  database.close()
  rmSync(folder, { recursive: true })
}
