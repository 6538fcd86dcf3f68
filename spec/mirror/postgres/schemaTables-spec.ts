import { Pool } from 'pg'
import { from, lastValueFrom, NEVER } from 'rxjs'
import { createEngine, createFleet } from '../../../lib/fleet.js'
import { ConfigError } from '../../../lib/index.js'
import { createMirror, createPermits, createTokenStore, type PoolLike, readPermits } from '../../../lib/postgres.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, bank, differences, failure } from '../core/place.js'
import { pooled } from './pooled.js'
import type { Server } from './server.js'

const keys = [Buffer.alloc(32, 1).toString('base64')]
const application = { requests: 10, per: 1000 }

/** All that keeps tables in a schema. */
const partsOf = (pool: PoolLike, schema: string) => {
  const tokens = createTokenStore({ pool, schema, keys })
  return {
    tokens,
    mirror: createMirror({ pool, schema, tokens }),
    permits: createPermits({ pool, schema, application }),
    engine: createEngine({ pool, schema }),
  }
}

describe('the schema of a database', () => {
  let server: Server
  let pool: Pool
  pooled((started) => ({ server, pool } = started))

  it.each(['select', 'user', 'table', 'default', 'a'.repeat(41), 'public'])(
    'may be %s, with mirror, tokens, permits and engine together in it',
    async (schema) => {
      const { user, id } = bank({ transactions: 20 })
      const { tokens, mirror, permits, engine } = partsOf(pool, schema)
      for (const { migrate } of [engine, mirror, tokens, permits]) expect(await all(migrate())).not.toEqual([])
      for (const { migrate } of [engine, mirror, tokens, permits]) expect(await all(migrate())).toEqual([])
      const reported: Array<string> = []
      const listening = mirror.changes$.subscribe(({ _tag }) => reported.push(_tag))
      await waitUntil(() => reported.length === 1)
      await all(mirror.sync(user, { id }))
      const place = {
        query: async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows,
        table: (name: string) => `"${schema}".${name}`,
      }
      expect(await differences(place, user, id)).toEqual([])
      await waitUntil(() => reported.length >= 5)
      listening.unsubscribe()
      expect(await lastValueFrom(from(permits.lease({ count: 1, priority: 'interactive', hold: 1000 })))).toMatchObject(
        {
          permits: [expect.any(String)],
        },
      )
      expect(await lastValueFrom(readPermits({ pool, schema }))).toMatchObject({ _tag: 'Some' })
      const ask = { lease: 'a', leaseFor: 1000 }
      expect(await lastValueFrom(tokens.take('https://bank.example/?client_id=a&x', ask))).toEqual({ _tag: 'Leased' })
      const client = { user: () => ({ ...user, token$: NEVER }) }
      const fleet = createFleet({ client, mirror, engine, feeds: ['transactions'] })
      await all(fleet.add(id))
      await all(engine.setUuid(id, 'known'))
      const ended: Array<string> = []
      const working = fleet.work().subscribe(({ _tag }) => ended.push(_tag))
      expect(await lastValueFrom(fleet.runNow({ id }))).toBe(true)
      await waitUntil(() => ended.includes('RoundEnded'))
      working.unsubscribe()
      expect(await all(fleet.remove(id))).toEqual([true])
      expect(await lastValueFrom(engine.status())).toMatchObject({ users: 0 })
    },
  )

  it.each(['pg_x', 'pg_catalog', 'information_schema', 'Mixed Case', 'a'.repeat(42), 'é', '', 'a"b', 'a\0'])(
    '%j is refused as an option',
    (schema) => {
      const creations = [
        () => createMirror({ pool, schema }),
        () => createTokenStore({ pool, schema, keys }),
        () => createPermits({ pool, schema, application }),
        () => readPermits({ pool, schema }),
        () => createEngine({ pool, schema }),
      ]
      for (const create of creations) expect(create).toThrow(ConfigError)
    },
  )

  it('with tables of another program is left as it is, and the error says what to do', async () => {
    const before = async () => {
      const { rows } = await pool.query<{ readonly tablename: string }>(
        "SELECT tablename FROM pg_tables WHERE schemaname IN ('app_one', 'app_two') ORDER BY 1",
      )
      return rows
    }
    await pool.query(`CREATE SCHEMA app_one; CREATE TABLE app_one.users (id integer);
      CREATE SCHEMA app_two; CREATE TABLE app_two.migrations (name text);
      CREATE TABLE app_two.token_migrations (name text); CREATE TABLE app_two.permits (name text);
      CREATE TABLE app_two.follower (name text)`)
    const there = await before()
    const one = partsOf(pool, 'app_one')
    const two = partsOf(pool, 'app_two')
    for (const part of [one.mirror, two.mirror, two.tokens, two.permits, two.engine]) {
      const error = await failure(part.migrate())
      expect(error).toMatchObject({ reason: 'occupied', isTransient: false })
      expect(String(error)).toContain('set another schema')
    }
    expect(await failure(one.mirror.claim('A6J'))).toMatchObject({ reason: 'occupied' })
    expect(await before()).toEqual(there)
  })

  it('in a database whose encoding is not UTF8 is refused before anything is made', async () => {
    await pool.query("CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    const latin = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'latin' })
    const { mirror, tokens, permits, engine } = partsOf(latin, 'bank')
    for (const part of [mirror, tokens, permits, engine]) {
      const error = await failure(part.migrate())
      expect(error).toMatchObject({ reason: 'encoding', isTransient: false })
      expect(String(error)).toContain("WITH ENCODING 'UTF8'")
    }
    expect(await failure(mirror.claim('A6J'))).toMatchObject({ reason: 'encoding' })
    const { rows } = await latin.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'bank%'")
    await latin.end()
    expect(rows).toEqual([])
  })
})
