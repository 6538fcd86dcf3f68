import { Pool } from 'pg'
import { type Server, startServer } from './server.js'

/** A PostgreSQL, and a pool of connections to it. */
export interface Pooled {
  readonly server: Server
  readonly pool: Pool
}

/** Starts a PostgreSQL before the specs of a `describe`, gives it to `use`, and removes it after them. */
export const pooled = (use: (started: Pooled) => void): void => {
  let started: Pooled
  beforeAll(async () => {
    const server = await startServer()
    const pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
    // What a pool says of connections that nobody uses is the business of its owner.
    pool.on('error', () => undefined)
    started = { server, pool }
    use(started)
  })
  afterAll(async () => {
    await started.pool.end()
    await started.server.remove()
  })
}
