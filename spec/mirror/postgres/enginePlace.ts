import { Pool, type PoolClient, type QueryConfig } from 'pg'
import { createEngine, type Engine } from '../../../lib/fleet.js'
import { createVirtualClock } from '../../../lib/index.js'
import type { PoolLike } from '../../../lib/postgres.js'
import type { EngineFixture } from '../../laws/engineLaw.js'

const turn = () => new Promise((done) => setImmediate(done))

/**
 * An engine in a schema of its own. Its time is a virtual clock's, and so is the database's: `now()` in its SQL is a function
 * of the schema, so that a slow machine lets no lease end.
 */
export const enginePlace = (port: number, schema: string): EngineFixture & { readonly close: () => Promise<void> } => {
  const clock = createVirtualClock()
  const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 30 })
  pool.on('error', () => undefined)
  // No earlier than the start of the server, before which the engine counts no time.
  const ready = pool.query(`
    CREATE SCHEMA ${schema}_time;
    CREATE TABLE ${schema}_time.moment AS SELECT now() + interval '1 day' AS at;
    CREATE FUNCTION ${schema}_time.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT at FROM ${schema}_time.moment'`)
  const inVirtualTime = (text: string) => text.replace(/\bnow\(\)/gi, `${schema}_time.now()`)
  const cut = new Set<string>()
  const taken = new Set<PoolClient>()
  let asked = 0
  let opened = 0

  const counted = async <A>(work: Promise<A>): Promise<A> => {
    asked++
    try {
      return await work
    } finally {
      asked--
    }
  }

  /** The pool as a process has it: one that is cut off gets no responses. */
  const poolOf = (name: string): PoolLike => ({
    connect: async () => {
      await counted(ready)
      const client = await counted(pool.connect())
      taken.add(client)
      return {
        query: (text: string | QueryConfig, values) => {
          if (cut.has(name)) return new Promise(() => undefined)
          const query = typeof text === 'string' ? { text } : text
          return counted(client.query({ ...query, text: inVirtualTime(query.text) }, values))
        },
        on: (...given: Parameters<PoolClient['on']>) => client.on(...given),
        off: (...given: Parameters<PoolClient['off']>) => client.off(...given),
        release: (error) => {
          if (taken.delete(client)) client.release(error)
        },
      }
    },
  })

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 3; quiet = asked === 0 ? quiet + 1 : 0) await turn()
  }

  return {
    open: (): Engine => {
      const name = `process${String(++opened)}`
      return createEngine({ pool: poolOf(name), schema, clock, lease: 1000, name })
    },
    elapse: async (ms) => {
      await ready
      await pool.query(`UPDATE ${schema}_time.moment SET at = at + interval '${String(ms)} milliseconds'`)
      clock.advance(ms)
      await settle()
    },
    cutOff: (worker) => void cut.add(worker.split('-')[0] ?? ''),
    close: async () => {
      await settle()
      for (const client of taken) {
        taken.delete(client)
        client.release(true)
      }
      await pool.end()
    },
  }
}
