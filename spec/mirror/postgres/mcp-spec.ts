import { Client, Pool } from 'pg'
import { firstValueFrom, lastValueFrom } from 'rxjs'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { bridge2025 } from '../../../lib/bridge.js'
import { bankTools } from '../../../lib/cli/mcp/bankTools.js'
import { openPostgres, readerRole } from '../../../lib/cli/mcp/runMcp.js'
import type { BankDatabase } from '../../../lib/cli/mcp/sqliteDatabase.js'
import { createClient } from '../../../lib/index.js'
import { createMirror, type Mirror } from '../../../lib/postgres.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { type Server, startServer } from './server.js'

type Row = Readonly<Record<string, unknown>>

const schema = 'an "odd" schema'

describe('the tools of rxbank mcp on PostgreSQL', () => {
  let server: Server
  let pool: Pool
  let database: BankDatabase
  let mirror: Mirror

  beforeAll(async () => {
    server = await startServer()
    pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
    const { credentials, http } = createSandbox({ profile: bridge2025, transactions: 300 })
    const user = createClient({ profile: bridge2025, ...credentials, http }).user({ externalUserId: 'A6J' })
    mirror = createMirror({ pool, schema: 'bank' })
    await lastValueFrom(mirror.sync(user, { id: 'A6J' }))
    await pool.query(readerRole('bank').join('\n'))
    database = await firstValueFrom(
      openPostgres(`postgres://rxbank_reader@127.0.0.1:${String(server.port)}/postgres`, 'bank'),
    )
  })

  afterAll(async () => {
    database.close()
    await pool.end()
    await server.remove()
  })

  const ask = async (name: string, input: Row = {}): Promise<Row> => {
    const tool = bankTools({ database, user: 'A6J', showIbans: false, clock: systemClock }).find(
      (one) => one.name === name,
    )
    if (tool === undefined) throw new Error(name)
    return firstValueFrom(tool.run(input))
  }

  it('read by a role that can only read, through each tool', async () => {
    const { accounts } = await ask('list_accounts')
    expect(accounts).toHaveLength(7)
    const { transactions } = await ask('find_transactions', {
      limit: 100,
      include_pending: true,
      text: 'a',
      max_amount: -0.01,
    })
    expect((transactions as ReadonlyArray<Row>).length).toBeGreaterThan(0)
    for (const { date, amount } of transactions as ReadonlyArray<Row>) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(amount).toMatch(/^-\d+(\.\d\d)?$/)
    }
    expect((await ask('list_consents')).consents).toHaveLength(2)
  })

  it('sum exactly', async () => {
    const { sums } = await ask('sum_transactions', { by: 'account' })
    const { rows } = await pool.query<Row>('SELECT count(*)::integer AS count FROM bank.booked_transactions')
    const counts = (sums as ReadonlyArray<{ readonly count: number }>).map(({ count }) => count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows[0]?.count)
  })

  it('read balances as the mirror does, transfers and recurring payments', async () => {
    const { accounts } = await ask('list_accounts')
    const [{ id: account }] = (accounts as ReadonlyArray<Row>).filter(({ type }) => type === 'checking') as [Row]
    const series = await firstValueFrom(mirror.balances({ user: 'A6J', account: String(account), by: 'day' }))
    const { balances, is_truncated } = await ask('list_balances', { account, by: 'day' })
    expect([(balances as ReadonlyArray<Row>).length, is_truncated]).toEqual([
      Math.min(366, series.length),
      series.length > 366,
    ])
    expect((balances as ReadonlyArray<Row>).map(({ day, source }) => [day, source])).toEqual(
      series.slice(-366).map(({ day, _tag }) => [day, _tag]),
    )
    await pool.query(`
      INSERT INTO bank.transactions (user_id, id, account_id, date, amount, minor_units, currency_code, description, row)
      SELECT 'A6J', 'r' || month, 'rent', make_date(2031, month, 3), -800, -80000, 'EUR', 'LOYER AGENCE DUPONT',
        '{"operation_type": "direct_debit"}' FROM generate_series(1, 6) AS month
      UNION VALUES ('A6J', 't1', 'rent', DATE '2031-02-11', -50.25, -5025, 'EUR', 'VIREMENT', '{}'::jsonb),
        ('A6J', 't2', 'home', DATE '2031-02-12', 50.25, 5025, 'EUR', 'VIREMENT', '{}')`)
    const { transfers } = await ask('find_transfers', { account: 'rent' })
    expect(transfers).toMatchObject([{ from: { id: 't1', amount: '-50.25' }, to: { id: 't2', amount: '50.25' } }])
    const { sums } = await ask('sum_transactions', { by: 'account', account: 'rent' })
    expect(sums).toMatchObject([{ received: '0.00', spent: '-4800.00', transferred: '-50.25', total: '-4850.25' }])
    const { recurring } = await ask('find_recurring', { account: 'rent', include_ended: true })
    expect(recurring).toMatchObject([{ counterparty: 'loyer agence', cadence: 'monthly', usual_amount: '-800.00' }])
  })

  it.each(['DELETE FROM bank.users', 'CREATE TABLE public.mine (id text)', 'SELECT * FROM bank.erasures'])(
    'cannot run %s, even if the session may write',
    async (statement) => {
      await expect(firstValueFrom(database.query(statement, []))).rejects.toThrow(/permission denied|read-only/)
      const client = new Client({ host: '127.0.0.1', port: server.port, user: 'rxbank_reader', database: 'postgres' })
      await client.connect()
      expect((await client.query('SHOW default_transaction_read_only')).rows).toEqual([
        { default_transaction_read_only: 'off' },
      ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied/)
      await client.end()
    },
  )

  it('end a statement that takes too long', async () => {
    expect(await firstValueFrom(database.query('SHOW statement_timeout', []))).toEqual([{ statement_timeout: '10s' }])
  })

  it('have the history of an account that another one continues', async () => {
    const { accounts } = await ask('list_accounts')
    const [before, after] = ['card', 'checking'].map((type) =>
      String((accounts as ReadonlyArray<Row>).find((account) => account.type === type)?.id),
    ) as [string, string]
    await lastValueFrom(mirror.link({ user: 'A6J', from: before, to: after }))
    const ofBefore = [before]
    await pool.query(`UPDATE bank.transactions SET removed_at = now() WHERE account_id = $1`, ofBefore)
    await pool.query(`UPDATE bank.accounts SET removed_at = now(), duplicate_of = NULL WHERE id = $1`, ofBefore)
    await pool.query(`UPDATE bank.accounts SET continued_by = '${after}' WHERE id = $1`, ofBefore)
    const find = async (input: Row) =>
      (await ask('find_transactions', { account: before, limit: 100, ...input })).transactions as ReadonlyArray<Row>
    expect(new Set((await find({ include_history: true })).map((row) => row.is_history))).toEqual(
      new Set([undefined, true]),
    )
    expect(new Set((await find({})).map((row) => row.is_history))).toEqual(new Set([undefined]))
  })

  it('quote the name of a schema', () => {
    expect(readerRole(schema)).toContain('GRANT USAGE ON SCHEMA "an ""odd"" schema" TO rxbank_reader;')
  })
})
