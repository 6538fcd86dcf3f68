import { Pool, type QueryResultRow } from 'pg'
import { createMirror } from '../../../lib/postgres.js'
import { conformance } from '../core/conformance.js'
import { oddTexts } from '../core/oddTexts.js'
import type { Place } from '../core/place.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0

const open = (): Promise<Place> => {
  const schema = `bank_${String(++schemas)}`
  const opened: Array<Pool> = []
  const connect = () => {
    const pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
    pool.on('error', () => undefined)
    opened.push(pool)
    return pool
  }
  const reader = connect()
  return Promise.resolve({
    createMirror: (settings = {}) => createMirror({ pool: connect(), schema, ...settings }),
    query: async (sql) => (await reader.query<QueryResultRow>(sql)).rows,
    table: (name) => `${schema}.${name}`,
    close: async () => {
      await Promise.all(opened.map((pool) => pool.end()))
    },
  })
}

conformance('PostgreSQL', open)
oddTexts('PostgreSQL', open, 40)
