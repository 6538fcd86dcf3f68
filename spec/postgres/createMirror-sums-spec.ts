import { Pool, type QueryResultRow } from 'pg'
import { dialect } from '../../lib/postgres/dialect.js'
import { createMirror } from '../../lib/postgres/index.js'
import { sums } from '../mirror/sums.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0

sums('PostgreSQL', () => {
  const schema = `sums_${String(++schemas)}`
  const opened: Array<Pool> = []
  const connect = () => {
    const pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
    pool.on('error', () => undefined)
    opened.push(pool)
    return pool
  }
  const reader = connect()
  const { beginMigration, migrations, table } = dialect(schema)
  return Promise.resolve({
    createMirror: (settings = {}) => createMirror({ pool: connect(), schema, ...settings }),
    query: async (sql) => (await reader.query<QueryResultRow>(sql)).rows,
    script: (text) => reader.query(text),
    first: [beginMigration, migrations[0] as string, `INSERT INTO ${table('migrations')} (number) VALUES (1)`],
    table,
    close: async () => {
      await Promise.all(opened.map((pool) => pool.end()))
    },
  })
})
