import { Pool, type QueryResultRow } from 'pg'
import { createMirror } from '../../../lib/postgres.js'
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
        updated_at, row, note
      FROM later.accounts WHERE removed_at IS NULL`)
    const { rows } = await pool.query<QueryResultRow>('SELECT note FROM later.present_accounts')
    expect(rows).toEqual([])
    expect(await all(mirror.migrate())).toEqual([])
  })
})
