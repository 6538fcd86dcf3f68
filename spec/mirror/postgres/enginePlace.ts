import { Pool, type PoolClient } from 'pg'
import { createEngine, type Engine } from '../../../lib/fleet.js'
import { createVirtualClock } from '../../../lib/index.js'
import type { PoolLike } from '../../../lib/postgres.js'
import type { EngineFixture } from '../../laws/engineLaw.js'

const turn = () => new Promise((done) => setImmediate(done))

/** An engine in a schema of its own, whose time is a virtual clock's, and the moments in the database move with it. */
export const enginePlace = (port: number, schema: string): EngineFixture & { readonly close: () => Promise<void> } => {
  const clock = createVirtualClock()
  const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 30 })
  pool.on('error', () => undefined)
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

  /** The pool as a process has it: one that is cut off gets no answers. */
  const poolOf = (name: string): PoolLike => ({
    connect: async () => {
      const client = await counted(pool.connect())
      taken.add(client)
      return {
        query: (text, values) => (cut.has(name) ? new Promise(() => undefined) : counted(client.query(text, values))),
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

  /** What has a moment in the database is as much older. */
  const shift = (ms: number) =>
    pool.query(`
      UPDATE ${schema}_engine._private_jobs
      SET run_at = run_at - interval '${String(ms)} milliseconds', updated_at = updated_at - interval '${String(ms)} milliseconds';
      UPDATE ${schema}.worker SET seen = seen - interval '${String(ms)} milliseconds';
      UPDATE ${schema}.follower SET feeds = (
        SELECT jsonb_object_agg(key, value || jsonb_build_object('at', (value ->> 'at')::double precision - ${String(ms)}))
        FROM jsonb_each(feeds)
      ) WHERE feeds <> '{}'`)

  return {
    open: (): Engine => {
      const name = `process${String(++opened)}`
      return createEngine({ pool: poolOf(name), schema, clock, lease: 1000, name })
    },
    elapse: async (ms) => {
      const { rowCount } = await pool.query('SELECT WHERE to_regclass($1) IS NOT NULL', [`${schema}.worker`])
      if (rowCount === 1) await shift(ms)
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
