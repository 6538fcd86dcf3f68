import { Pool } from 'pg'
import { createMirror, type PoolLike } from '../../../lib/postgres.js'
import { countStatements, maintainedTablesConformance } from '../core/maintainedTablesConformance.js'
import { postgresPlace, virtualTimeouts } from './postgresPlace.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0

/** A pool that ends the connection before a statement, and connects no more, as at the end of its process. */
const dyingPool = (port: number, { next, isDead }: ReturnType<typeof countStatements>): PoolLike => ({
  connect: async () => {
    if (isDead()) throw Object.assign(new Error('killed'), { code: 'ECONNREFUSED' })
    const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 1 })
    pool.on('error', () => undefined)
    const client = await pool.connect()
    client.on('error', () => undefined)
    return {
      query: (text: string, values?: Array<unknown>) =>
        next()
          ? Promise.reject(Object.assign(new Error('killed'), { code: 'ECONNRESET' }))
          : client.query(text, values),
      on: (name: string, listener: () => void) => client.on(name as 'end', listener),
      off: (name: string, listener: () => void) => client.off(name, listener),
      release: () => {
        client.release(true)
        void pool.end()
      },
    } as unknown as Awaited<ReturnType<PoolLike['connect']>>
  },
})

/** A pool whose connections wait for a function before each transaction. */
const interruptedPool = (pool: Pool, interrupt: () => Promise<unknown> | undefined): PoolLike => ({
  connect: async () => {
    const client = await pool.connect()
    return {
      query: async (text: string, values?: Array<unknown>) => {
        if (text.startsWith('BEGIN')) await interrupt()
        return client.query(text, values)
      },
      on: (name: string, listener: () => void) => client.on(name as 'end', listener),
      off: (name: string, listener: () => void) => client.off(name, listener),
      release: (isBroken?: boolean) => {
        client.release(isBroken)
      },
    } as unknown as Awaited<ReturnType<PoolLike['connect']>>
  },
})

maintainedTablesConformance('PostgreSQL', () => {
  const schema = `kept_${String(++schemas)}`
  const place = postgresPlace(server.port, schema)
  const pools: Array<Pool> = []
  return Promise.resolve({
    ...place,
    firstKill: 22,
    histories: 2,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await place.close()
    },
    createInterruptedMirror: (interrupt, settings) => {
      const pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
      pool.on('error', () => undefined)
      pools.push(pool)
      return createMirror({ pool: interruptedPool(pool, interrupt), schema, ...virtualTimeouts, ...settings })
    },
    createDyingMirror: (statements, settings) => {
      const count = countStatements(statements)
      return {
        mirror: createMirror({ pool: dyingPool(server.port, count), schema, ...virtualTimeouts, ...settings }),
        isDead: count.isDead,
      }
    },
  })
})
