import { Pool, type PoolConfig } from 'pg'
import type { Server } from './server.js'

/** A schema that each spec of a `describe` has for itself, and pools that are ended after each spec. */
export const ownSchema = (prefix: string, server: () => Server) => {
  let schemas = 0
  let pools: Array<Pool> = []
  beforeEach(() => {
    schemas++
  })
  afterEach(async () => {
    const opened = pools
    pools = []
    await Promise.all(opened.map((pool) => pool.end()))
  })

  const schema = () => `${prefix}_${String(schemas)}`

  const connect = (config: PoolConfig = {}): Pool => {
    const pool = new Pool({
      host: '127.0.0.1',
      port: server().port,
      user: 'postgres',
      database: 'postgres',
      ...config,
    })
    // The owner of a pool handles the errors of its idle connections.
    pool.on('error', () => undefined)
    pools.push(pool)
    return pool
  }

  /** The part of a place that compares a mirror with its service. */
  const placeOf = (pool: Pool) => ({
    query: async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows,
    table: (name: string) => `${schema()}.${name}`,
  })

  return { schema, connect, placeOf }
}
