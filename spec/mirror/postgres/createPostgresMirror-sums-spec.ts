import { Pool, type QueryResultRow } from 'pg'
import { createMirror } from '../../../lib/postgres.js'
import { iso, played, playedBank } from '../../helpers/playedBank.js'
import { keptSums } from '../core/keptSums.js'
import { all } from '../core/place.js'
import { sums } from '../core/sums.js'
import { postgresPlace } from './postgresPlace.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0

sums('PostgreSQL', () => Promise.resolve(postgresPlace(server.port, `sums_${String(++schemas)}`)))
keptSums('PostgreSQL', () => Promise.resolve(postgresPlace(server.port, `kept_${String(++schemas)}`)))

describe('a backup of the rows alone, as the guide says', () => {
  let pool: Pool
  beforeEach(() => {
    pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
  })
  afterEach(() => pool.end())

  const rowsOf = async (text: string) => (await pool.query<QueryResultRow>(text)).rows

  /** What `pg_restore --data-only` does; with `--disable-triggers`, it disables those of each table meanwhile. */
  const restore = async (names: ReadonlyArray<string>, areTriggersDisabled: boolean) => {
    for (const name of names) {
      const table = `restored.${name}`
      if (areTriggersDisabled) await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
      await pool.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM backup.${name}`)
      if (areTriggersDisabled) await pool.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`)
    }
    await pool.query(`SELECT setval(format('restored.%I', sequencename), last_value) FROM pg_sequences
      WHERE schemaname = 'backup' AND last_value IS NOT NULL`)
  }

  const content = async (schema: string) => ({
    sums: await rowsOf(
      `SELECT CAST(units_low AS text) AS units, CAST(row_count AS text) AS rows FROM ${schema}.account_sums`,
    ),
    changes: await rowsOf(`SELECT change, feed, id FROM ${schema}.changes ORDER BY number`),
    retention: await rowsOf(`SELECT * FROM ${schema}.change_retention`),
  })

  /** A backup of a bank with two transactions, and the empty tables into which it is restored. */
  const backup = async () => {
    await pool.query('DROP SCHEMA IF EXISTS backup CASCADE; DROP SCHEMA IF EXISTS restored CASCADE')
    const { state, user, clock } = playedBank()
    const account = { id: 10, item_id: 1, type: 'checking', balance: 100, currency_code: 'EUR', updated_at: iso(-10) }
    const row = { account_id: 10, currency_code: 'EUR', date: '2026-01-10', updated_at: iso(-10) }
    state.lists.items = [{ id: 1, bank_id: 1, status: 0 }]
    state.lists.accounts = [account]
    state.lists.transactions = [3, 4].map((id) => ({ ...row, id, amount: -id }))
    const round = (schema: string) => all(createMirror({ pool, schema, clock }).sync(user, { id: played }))
    for (const schema of ['backup', 'restored'])
      await all(createMirror({ pool, schema, clock }).migrate({ features: ['changes'] }))
    await round('backup')
    return { round: () => round('restored') }
  }

  it('has each change and each amount once if no triggers run', async () => {
    const { round } = await backup()
    await pool.query('TRUNCATE restored.migrations, restored.change_migrations, restored.change_retention')
    const tables = await rowsOf(`SELECT tablename FROM pg_tables WHERE schemaname = 'backup' ORDER BY tablename`)
    await restore(
      tables.map(({ tablename }) => String(tablename)),
      true,
    )
    const restored = await content('restored')
    expect(restored).toEqual(await content('backup'))
    expect(restored).toMatchObject({ sums: [{ units: '-700', rows: '2' }], retention: [{}] })
    const batches = await round()
    expect(batches.flatMap(({ changedIds }) => changedIds)).toEqual([])
    expect(await content('restored')).toEqual(restored)
  })

  it('has them twice if triggers run', async () => {
    await backup()
    await restore(['account_sums', 'transactions'], false)
    const { sums: doubled, changes } = await content('restored')
    expect(doubled).toEqual([{ units: '-1400', rows: '4' }])
    expect(changes.map(({ id }) => String(id))).toEqual(['3', '4'])
  })
})

describe('the views of PostgreSQL', () => {
  let pool: Pool
  beforeEach(() => {
    pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
  })
  afterEach(() => pool.end())

  it('show a role only what it may see in the tables', async () => {
    await all(createMirror({ pool, schema: 'guarded' }).migrate())
    await pool.query(`
      INSERT INTO guarded.transactions (user_id, id, minor_units, row) VALUES ('A6J', '1', 100, '{}'), ('B7K', '2', 200, '{}');
      ALTER TABLE guarded.transactions ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON guarded.transactions USING (user_id = 'B7K');
      CREATE ROLE auditor;
      GRANT USAGE ON SCHEMA guarded TO auditor;
      GRANT SELECT ON ALL TABLES IN SCHEMA guarded TO auditor`)
    const client = await pool.connect()
    try {
      await client.query('SET ROLE auditor')
      for (const view of ['booked_sums', 'booked_transactions', 'shown_transactions']) {
        const { rows } = await client.query<QueryResultRow>(`SELECT user_id FROM guarded.${view}`)
        expect(rows).toEqual([{ user_id: 'B7K' }])
      }
    } finally {
      await client.query('RESET ROLE')
      client.release()
    }
  })

  it('get further columns by a later step, below the views of a program', async () => {
    const mirror = createMirror({ pool, schema: 'later' })
    await all(mirror.migrate())
    await pool.query(`
      CREATE VIEW later.own AS SELECT user_id, minor_units FROM later.present_accounts;
      ALTER TABLE later.accounts ADD COLUMN note text;
      CREATE OR REPLACE VIEW later.present_accounts AS
      SELECT user_id, id, item_id, bank_id, name, type, iban, balance, minor_units, currency_code, is_paused, is_pro,
        updated_at, row, lineage_id, duplicate_of, note
      FROM later.accounts WHERE removed_at IS NULL`)
    const { rows } = await pool.query<QueryResultRow>('SELECT note FROM later.present_accounts')
    expect(rows).toEqual([])
    expect(await all(mirror.migrate())).toEqual([])
  })
})
