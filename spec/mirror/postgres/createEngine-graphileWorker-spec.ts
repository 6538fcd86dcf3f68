import type * as graphileWorker from 'graphile-worker'
import type { Pool } from 'pg'
import { lastValueFrom, NEVER, type Observable, take, toArray } from 'rxjs'
import { createEngine } from '../../../lib/fleet.js'
import { engineLaws } from '../../laws/engineLaws.js'
import { enginePlace } from './enginePlace.js'
import { pooled } from './pooled.js'
import type { Server } from './server.js'

/** The package that stands for graphile-worker: the other specs use the newest release, these the lowest of the peer. */
let mockPackage = 'graphile-worker-0.17'

const mockRelease = () => jest.requireActual<typeof graphileWorker>(mockPackage)

jest.mock('graphile-worker', () => ({
  __esModule: true,
  get Logger() {
    return mockRelease().Logger
  },
  get runMigrations() {
    return mockRelease().runMigrations
  },
}))

const all = <A>(stream: Observable<A>): Promise<ReadonlyArray<A>> => lastValueFrom(stream.pipe(toArray()))

describe('createEngine, with graphile-worker 0.17', () => {
  let server: Server
  let pool: Pool
  pooled((started) => ({ server, pool } = started))
  beforeEach(() => {
    mockPackage = 'graphile-worker-0.17'
  })

  const newestMigration = async (schema: string): Promise<unknown> => {
    const { rows } = await pool.query<{ id: number }>(`SELECT max(id) AS id FROM ${schema}_engine.migrations`)
    return rows[0]?.id
  }

  it.each(engineLaws.map((law, index) => ({ ...law, index })))('$name', async ({ check, index }) => {
    const place = enginePlace(server.port, `laws_${String(index)}`)
    try {
      await check(place)
    } finally {
      await place.close()
    }
    expect(await newestMigration(`laws_${String(index)}`)).toBe(19)
  })

  it('keeps its rounds when the tables move to 0.18, beside processes that still have 0.17', async () => {
    const schema = 'upgraded'
    const concurrency = { scheduled: 2, immediate: 1 }
    const engine = createEngine({ pool, schema })
    await all(engine.migrate())
    await all(engine.add([{ id: 'before', wait: 0 }]))
    expect(await newestMigration(schema)).toBe(19)

    mockPackage = 'graphile-worker'
    await all(createEngine({ pool, schema }).migrate())
    expect(await newestMigration(schema)).toBe(20)

    mockPackage = 'graphile-worker-0.17'
    await all(createEngine({ pool, schema }).migrate())
    await all(engine.add([{ id: 'after', wait: 0 }]))
    const rounds = await all(engine.work({ concurrency, stop$: NEVER }).pipe(take(2)))
    expect(rounds.map((round) => 'user' in round && round.user).sort()).toEqual(['after', 'before'])
  })
})
