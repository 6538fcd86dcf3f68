import { EventEmitter } from 'node:events'
import { NEVER } from 'rxjs'
import { createVirtualClock, type VirtualClock } from '../../../lib/index.js'
import type { EngineWorkerConfig } from '../../../lib/mirror/fleet/engine/engineWorker.js'
import type { PoolLike } from '../../../lib/mirror/postgres/PoolLike.js'
import { limitsOf } from '../../../lib/mirror/postgres/postgresLimits.js'

/** What the spec says of the ends that a worker writes: the jobs whose ends were written. */
export type Finish = (
  jobs: ReadonlyArray<string>,
  reasons: ReadonlyArray<string | null>,
) => Promise<ReadonlyArray<string>>

/** A database that answers the statements of one worker. */
export interface FakeEngineDatabase {
  readonly clock: VirtualClock
  /** A worker of it. */
  readonly config: EngineWorkerConfig
  /** The lanes that rounds were asked for, as the statements have them: -10 for hurried ones, else 0. */
  readonly takes: Array<unknown>
  /** How often the worker was removed. */
  readonly left: () => number
  /** Notifies the worker on a channel. */
  readonly notify: (channel: string) => void
}

const row = (id: string, index: number) => ({
  job: String(index + 1),
  revision: 1,
  id,
  uuid: id,
  lag: 0,
  every: 300_000,
  failures: 0,
  suspended: false,
  feeds: [],
})

/** Waits until what was answered has come to the worker. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** The users are due once, in this order; their jobs are numbered from 1. */
export const fakeEngineDatabase = (
  users: ReadonlyArray<string> = [],
  finish: Finish = (jobs) => Promise.resolve(jobs),
): FakeEngineDatabase => {
  const clock = createVirtualClock()
  const takes: Array<unknown> = []
  let due = users
  let left = 0
  let events = new EventEmitter()

  const answer = async (text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<unknown>> => {
    if (/^(INSERT INTO|UPDATE) .*worker/s.test(text)) return [{ id: 'w' }]
    if (text.includes('.take(')) {
      takes.push(values[1])
      if (values[1] !== 0) return []
      const rows = due.map(row)
      due = []
      return rows
    }
    if (text.includes('.finish')) {
      const jobs = await finish(values[1] as ReadonlyArray<string>, values[6] as ReadonlyArray<string | null>)
      return jobs.map((job) => ({ job }))
    }
    if (text.includes('.rearm(')) return [{ users: 0 }]
    if (!text.includes('.leave(')) return []
    left++
    return [{ leave: 0 }]
  }
  const pool: PoolLike = {
    connect: () => {
      events = new EventEmitter()
      const query = async (text: string, values: ReadonlyArray<unknown> = []) => ({ rows: await answer(text, values) })
      return Promise.resolve(Object.assign(events, { query, release: () => undefined }) as never)
    },
  }
  return {
    clock,
    config: {
      pool,
      schema: 's',
      limits: limitsOf({}, clock),
      id: 'w',
      name: 'w',
      lease: 10_000,
      concurrency: { scheduled: 9, immediate: 2 },
      stop$: NEVER,
    },
    takes,
    left: () => left,
    notify: (channel) => events.emit('notification', { channel }),
  }
}
