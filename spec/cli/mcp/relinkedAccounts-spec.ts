import { DatabaseSync } from '@photostructure/sqlite'
import { firstValueFrom, lastValueFrom, toArray } from 'rxjs'
import { bankTools } from '../../../lib/cli/mcp/bankTools.js'
import { sqliteDatabase } from '../../../lib/cli/mcp/sqliteDatabase.js'
import { createMirror } from '../../../lib/sqlite.js'
import { bank } from '../../mirror/core/place.js'
import type { Row } from './bankTables.js'

const hour = 3_600_000

type Found = ReadonlyArray<Row>

describe('the tools of rxbank mcp, about a bank that is connected again', () => {
  const open = async () => {
    const { sandbox, clock, user, id } = bank({ transactions: 400, stage: 'bridge 2025' })
    const database = new DatabaseSync(':memory:')
    const mirror = createMirror({ database, clock })
    const ask = async (name: string, input: Row = {}): Promise<Row> => {
      const tools = bankTools({ database: sqliteDatabase(database), user: id, showIbans: false, clock })
      const tool = tools.find((one) => one.name === name)
      return tool === undefined ? {} : firstValueFrom(tool.run(input))
    }
    const rounds = async (count = 5) => {
      for (let number = 0; number < count; number++) {
        sandbox.advance(hour)
        await lastValueFrom(mirror.sync(user, { id }))
      }
    }
    const accounts = async () => (await ask('list_accounts', { limit: 100 })).accounts as Found
    const accountsAtBank = () => lastValueFrom(user.accounts.all().pipe(toArray()))
    await rounds()
    return { sandbox, user, database, mirror, id, ask, rounds, accounts, accountsAtBank }
  }

  const countRows = async (ask: (name: string, input: Row) => Promise<Row>, account: unknown): Promise<number> => {
    let [count, offset]: [number, unknown] = [0, 0]
    while (offset !== null) {
      const page: Row = await ask('find_transactions', { account, limit: 100, offset, include_pending: true })
      count += (page.transactions as Found).length
      offset = page.next_offset
    }
    return count
  }

  it('speak of one account, under the id that it had first', async () => {
    const { sandbox, database, ask, rounds, accounts, accountsAtBank } = await open()
    const before = await accountsAtBank()
    const { id, item_id: itemId } = before.find(({ type }) => type === 'checking') ?? {}
    const account = String(id)
    const answers = async () => ({
      account: (await accounts())
        .filter((one) => one.id === account)
        .map(({ name, connections }) => [name, connections]),
      rows: await countRows(ask, account),
      sums: (await ask('sum_transactions', { by: 'account', account })).sums,
      months: (await ask('sum_transactions', { by: 'month', account, limit: 100 })).sums,
      transfers: ((await ask('find_transfers', { account, limit: 100 })).transfers as Found).length,
      recurring: ((await ask('find_recurring', { account, limit: 100 })).recurring as Found).map((one) => [
        one.account,
        one.counterparty,
        one.payments,
      ]),
    })
    const earlier = await answers()
    const daysOf = async () =>
      (await ask('list_balances', { account, by: 'day' })).balances as ReadonlyArray<{ readonly day: string }>
    const days = await daysOf()
    const made = sandbox.relinkItem(Number(itemId))
    await rounds()
    expect(await answers()).toEqual(earlier)
    expect(earlier.rows).toBeGreaterThan(50)
    const after = (await daysOf()).map(({ day }) => day)
    expect(after).toEqual(expect.arrayContaining(days.map(({ day }) => day).slice(-300)))

    const later = (await accountsAtBank()).find((one) => one.item_id === made && one.type === 'checking')
    expect(await countRows(ask, String(later?.id))).toBe(earlier.rows)
    const found = (await ask('find_transactions', { account: String(later?.id), limit: 1 })).transactions as Found
    expect(found.map((row) => row.account)).toEqual([account])
    await expect(ask('find_transactions', { account: 'another' })).rejects.toThrow('no such account')
    database.close()
  }, 60_000)

  it('have the rows that the bank no longer shows if they are asked for, and in no sum', async () => {
    const { sandbox, user, database, ask, rounds, accountsAtBank } = await open()
    const { id, item_id: itemId } = (await accountsAtBank()).find(({ type }) => type === 'checking') ?? {}
    const account = String(id)
    const find = async (input: Row) =>
      (await ask('find_transactions', { account, limit: 100, ...input })).transactions as Found
    const before = await find({})
    expect(await find({ include_history: true })).toEqual(before)
    const firstDay = String(before[20]?.date)
    const history = before.filter(({ date }) => String(date) < firstDay)
    expect(history.length).toBeGreaterThan(10)

    const made = sandbox.relinkItem(Number(itemId))
    const later = (await accountsAtBank()).find((one) => one.item_id === made && one.type === 'checking')
    const atBank = await lastValueFrom(user.transactions.all().pipe(toArray()))
    for (const { id: rowId, account_id: rowAccount, date } of atBank)
      if (rowAccount === later?.id && typeof date === 'string' && date < firstDay) sandbox.deleteTransaction(rowId)
    await rounds()
    const present = await find({})
    expect(present.length).toBe(before.length - history.length)
    const all = await find({ include_history: true })
    expect(all.filter((row) => row.is_history === true)).toEqual(history.map((row) => ({ ...row, is_history: true })))
    expect(all.filter((row) => row.is_history === undefined)).toEqual(present)
    expect((await find({ include_history: true, text: 'a', include_pending: true })).length).toBeGreaterThan(0)
    const { sums } = await ask('sum_transactions', { by: 'account', account })
    expect((sums as Found).map(({ count }) => count)).toEqual([present.length])
    database.close()
  }, 60_000)

  it('count an account under two connections once, and say so', async () => {
    const { database, mirror, id, ask, accounts, accountsAtBank } = await open()
    const all = await accountsAtBank()
    const [first, second] = ['checking', 'card'].map((type) => String(all.find((one) => one.type === type)?.id))
    const total = async () => {
      const { sums } = await ask('sum_transactions', { by: 'account' })
      return (sums as Found).map((sum) => sum.account)
    }
    expect(await total()).toEqual(expect.arrayContaining([first, second]))
    await lastValueFrom(mirror.link({ user: id, from: first ?? '', to: second ?? '' }))
    const listed = (await accounts()).map((one) => [one.id, one.connections])
    expect(listed).toContainEqual([first, 2])
    expect(listed.map(([one]) => one)).not.toContain(second)
    expect(listed.length).toBe(all.length - 1)
    expect(await total()).not.toContain(second)
    const [shown] = database
      .prepare('SELECT count(*) AS count FROM rxbank_shown_transactions WHERE account_id = ?')
      .all(first ?? '') as ReadonlyArray<{ readonly count: number }>
    expect(await countRows(ask, first)).toBe(shown?.count)
    expect(await countRows(ask, second)).toBe(shown?.count)
    database.close()
  }, 60_000)
})
