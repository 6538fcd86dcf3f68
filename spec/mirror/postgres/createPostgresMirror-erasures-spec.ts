import { Pool } from 'pg'
import { createEngine } from '../../../lib/fleet.js'
import { erasureProperty, type SearchedPlace } from '../core/erasureProperty.js'
import { all } from '../core/place.js'
import { postgresPlace } from './postgresPlace.js'
import { type Server, startServer } from './server.js'

let server: Server
let pool: Pool
beforeAll(async () => {
  server = await startServer()
  pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
  const engine = createEngine({ pool, schema: 'fleet' })
  await all(engine.migrate())
  await all(engine.add([{ id: 'A6J', wait: 0 }]))
})
afterAll(async () => {
  await pool.end()
  await server.remove()
})

let schemas = 0

/** A schema whose tables, and those of an engine, can be read. */
const open = (): Promise<SearchedPlace> => {
  const schema = `bank_${String(++schemas)}`
  const place = postgresPlace(server.port, schema)
  const rows = async (): Promise<string> => {
    const tables = await place.query(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema IN ('${schema}', 'fleet', 'fleet_engine')`,
    )
    const texts = tables.map(({ name }) =>
      place.query(`SELECT json_agg(content)::text AS rows FROM ${String(name)} AS content`),
    )
    return JSON.stringify(await Promise.all(texts))
  }
  return Promise.resolve({ ...place, rows })
}

erasureProperty('PostgreSQL', open, { numRuns: 10 })
