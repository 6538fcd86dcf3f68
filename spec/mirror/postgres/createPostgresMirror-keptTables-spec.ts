import { Pool } from 'pg'
import { createMirror, type PoolLike } from '../../../lib/postgres.js'
import { countStatements, keptTablesConformance } from '../core/keptTablesConformance.js'
import { postgresPlace } from './postgresPlace.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0

/** A pool that ends the connection before a statement, and connects no more, as at the end of its process. */
const dyingPool = (port: number, statements: number): PoolLike => {
  const isDead = countStatements(statements)
  let isKilled = false
  return {
    connect: async () => {
      if (isKilled) throw Object.assign(new Error('killed'), { code: 'ECONNREFUSED' })
      const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 1 })
      pool.on('error', () => undefined)
      const client = await pool.connect()
      client.on('error', () => undefined)
      const end = () => {
        client.release(true)
        void pool.end()
      }
      return {
        query: (text: string, values?: Array<unknown>) => {
          if (isKilled || isDead()) {
            isKilled = true
            return Promise.reject(Object.assign(new Error('killed'), { code: 'ECONNRESET' }))
          }
          return client.query(text, values)
        },
        on: (name: string, listener: () => void) => client.on(name as 'end', listener),
        off: (name: string, listener: () => void) => client.off(name, listener),
        release: end,
      } as unknown as Awaited<ReturnType<PoolLike['connect']>>
    },
  }
}

keptTablesConformance('PostgreSQL', () => {
  const schema = `kept_${String(++schemas)}`
  return Promise.resolve({
    ...postgresPlace(server.port, schema),
    histories: 2,
    createDyingMirror: (statements, settings) =>
      createMirror({ pool: dyingPool(server.port, statements), schema, ...settings }),
  })
})
