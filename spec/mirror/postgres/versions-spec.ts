import type { PoolLike } from '../../../lib/postgres.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, failure } from '../core/place.js'
import { type Server, startServer } from './server.js'
import { nothing, village } from './village.js'

/** A version of the library that is newer by a step of the tables. */
interface Newer {
  /** Whose tables. */
  readonly of: 'mirror' | 'fleet'
  readonly step: string
  /** How its statements differ. */
  readonly words: ReadonlyArray<readonly [older: string, newer: string]>
}

const more: Newer = { of: 'mirror', step: 'ALTER TABLE bank.transactions ADD COLUMN note text', words: [] }
const renamed: Newer = {
  of: 'mirror',
  step: 'ALTER TABLE bank.checkpoints RENAME moved_at TO read_at',
  words: [
    [' moved_at', ' read_at'],
    ['.moved_at', '.read_at'],
  ],
}
const shorter: Newer = {
  of: 'mirror',
  // PostgreSQL refuses another type of a column that a view has.
  step: `DROP VIEW bank.daily_balances, bank.booked_sums, bank.booked_transactions, bank.shown_transactions;
    ALTER TABLE bank.transactions ALTER description TYPE varchar(3) USING left(description, 3)`,
  words: [],
}
const engine: Newer = {
  of: 'fleet',
  step: 'ALTER FUNCTION bank_fleet.finish RENAME TO finish_all',
  words: [['"bank_fleet".finish(', '"bank_fleet".finish_all(']],
}

const schemaOf = ({ of }: Newer): string => (of === 'mirror' ? 'bank' : 'bank_fleet')

/** The name of the table of migrations, as statements have it. */
const migrationsOf = ({ of }: Newer): string =>
  of === 'mirror' ? '"bank".migrations' : '"bank_fleet".fleet_migrations'

/** The pool of a worker of the newer version, which knows the step. */
const speaking = (version: Newer) => {
  const known = `0) AS number FROM ${migrationsOf(version)}`
  const words = [...version.words, [known, known.replace(')', ') - 1')] as const]
  const translated = (text: string) => words.reduce((said, [older, newer]) => said.replaceAll(older, newer), text)
  return (pool: PoolLike): PoolLike => ({
    connect: async () => {
      const client = await pool.connect()
      return new Proxy(client, {
        get: (target, name) => {
          if (name === 'query') return (text: string, values?: Array<unknown>) => target.query(translated(text), values)
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        },
      })
    },
  })
}

describe('fleets of two versions', () => {
  let server: Server
  let place: Awaited<ReturnType<typeof village>>
  beforeAll(async () => {
    server = await startServer()
  })
  beforeEach(async () => {
    place = await village(server.port, 'bank', { profile: documentedProfile, transactions: 60 })
  })
  afterEach(async () => {
    // What a worker still does could deadlock with the end of its tables.
    await place.close()
    const pool = place.connect()
    await pool.query('DROP SCHEMA bank CASCADE; DROP SCHEMA bank_fleet CASCADE; DROP SCHEMA bank_fleet_engine CASCADE')
    await pool.query('DROP TABLE bank_counts')
    await pool.end()
  })
  afterAll(() => server.remove())

  /** What the newer version does where it migrates. */
  const migrate = async (newer: Newer) => {
    const [schema, table] = [schemaOf(newer), migrationsOf(newer)]
    await place.query(`
      BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('rxbank mirror ${schema}', 0));
      ${newer.step}; INSERT INTO ${table} (number) SELECT max(number) + 1 FROM ${table}; COMMIT`)
  }

  const change = () => {
    for (const { uuid } of place.sandbox.users) place.sandbox.insertTransactions(uuid, 3)
  }

  /** Two older workers in the middle of a first load. */
  const loading = async () => {
    const concurrency = { scheduled: 2, immediate: 1 }
    const older = [place.begin({ fleet: { concurrency } }), place.begin({ fleet: { concurrency } })]
    await all(place.fleet.add(place.ids))
    await waitUntil(() => older.every(({ of }) => of('RoundEnded').length > 0))
    return older
  }

  it('work side by side where the newer tables have what the older version needs', async () => {
    const older = await loading()
    await migrate(more)
    const newer = place.begin({ speak: speaking(more) })
    change()
    await place.served()
    await waitUntil(() => newer.of('RoundEnded').length > 0)
    expect(await place.wrong()).toEqual(nothing)
    expect([...older, newer].flatMap(({ ended }) => ended)).toEqual([])
  }, 60_000)

  it.each([
    ['have another name for a column', renamed, 'SchemaRefused'],
    ['have another function of the engine', engine, 'FleetError'],
  ])(
    'the older one ends with a reason where the newer tables %s, and the newer one goes on',
    async (_, version, tag) => {
      const older = await loading()
      await migrate(version)
      change()
      const refused = { _tag: tag, reason: 'newer' }
      await waitUntil(() => older.every(({ ended }) => ended.length > 0))
      expect(older.map(({ ended }) => ended)).toMatchObject([[refused], [refused]])
      const late = place.begin()
      await waitUntil(() => late.ended.length > 0)
      expect(late.ended).toMatchObject([refused])
      expect(await failure(place.fleetOf().migrate())).toMatchObject(refused)
      const newer = place.begin({ speak: speaking(version) })
      await place.served()
      expect(await place.wrong()).toEqual(nothing)
      expect(newer.ended).toEqual([])
    },
    60_000,
  )

  it('the older one sets nobody aside for what newer tables do not take', async () => {
    const older = await loading()
    await migrate(shorter)
    change()
    await waitUntil(() => older.every(({ ended }) => ended.length > 0))
    expect(older.map(({ ended }) => ended)).toMatchObject([[{ reason: 'newer' }], [{ reason: 'newer' }]])
    expect(older.flatMap(({ of }) => of('UserSuspended'))).toEqual([])
  }, 60_000)
})
