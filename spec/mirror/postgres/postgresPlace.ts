import { Pool, type QueryResultRow } from 'pg'
import { postgresDialect } from '../../../lib/mirror/postgres/postgresDialect.js'
import { createMirror, type PostgresTimeouts } from '../../../lib/postgres.js'
import type { Place } from '../core/place.js'

const day = 86_400_000

/** Timeouts that do not end while the virtual clock of a spec moves by hours, and the real database does not. */
export const virtualTimeouts: PostgresTimeouts = { connectTimeout: day, statementTimeout: day }

/** A schema of a PostgreSQL in which mirrors have their tables. */
export const postgresPlace = (port: number, schema: string): Place => {
  const opened: Array<Pool> = []
  const connect = () => {
    const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    pool.on('error', () => undefined)
    opened.push(pool)
    return pool
  }
  const reader = connect()
  const { table } = postgresDialect(schema)
  return {
    createMirror: (settings = {}) => createMirror({ pool: connect(), schema, ...virtualTimeouts, ...settings }),
    query: async (sql) => (await reader.query<QueryResultRow>(sql)).rows,
    script: (text) => reader.query(text),
    table,
    close: async () => {
      await Promise.all(opened.map((pool) => pool.end()))
    },
  }
}
