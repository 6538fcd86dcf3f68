import * as t from 'io-ts'
import { concat, concatMap, defer, EMPTY, expand, from, map, type Observable, of, reduce } from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { clockCodec } from '../../../base/clock/clockCodec.js'
import { systemClock } from '../../../base/clock/systemClock.js'
import { guardCodec, methodsCodec } from '../../../base/codec/guardCodec.js'
import { milliseconds } from '../../../base/codec/numbers.js'
import { options } from '../../../base/codec/options.js'
import { decodeOptions } from '../../../base/error/decodeOptions.js'
import { randomHex, systemRandom } from '../../../base/platform/random.js'
import { userId } from '../../core/mirrorOptions.js'
import { explainFailure } from '../../core/prepareTables.js'
import type { ResultRow } from '../../core/Program.js'
import { escapeText } from '../../core/rowText.js'
import type { PoolLike } from '../../postgres/PoolLike.js'
import { limitsOf, type PostgresTimeouts, timeoutFields } from '../../postgres/postgresLimits.js'
import { quoted, schemaName } from '../../postgres/schemaTables.js'
import type { Engine, EngineStatus, FleetUser, NewUser, SuspendedFeed } from '../Engine.js'
import { FleetError } from '../FleetError.js'
import { jobsSchema } from './engineMigrations.js'
import { queryPool } from './engineQuery.js'
import { checkEngine, migrateEngine } from './engineSchema.js'
import { engineWorker } from './engineWorker.js'

/** The options of an engine that many processes share. */
export interface EngineConfig extends PostgresTimeouts {
  /**
   * A pool of `pg` whose `max` is 2 or more. Each worker holds one connection for as long as it works; every other call
   * takes a connection for one statement.
   */
  readonly pool: PoolLike
  /**
   * The schema that the tables are in, which is created if it is missing; default `rxbank_fleet`. The tables of
   * graphile-worker are in a second schema, whose name is this one followed by `_engine`.
   */
  readonly schema?: string
  /**
   * How many milliseconds after its last heartbeat a worker is declared dead, 1,000 or more; default 10,000. A worker
   * whose connection is closed is declared dead after one second.
   */
  readonly lease?: number
  /** The prefix of the names of this engine's workers in `status`; default `worker`. */
  readonly name?: string
  /** The clock for the engine's waits; default: the system's. The database decides which rounds are due. */
  readonly clock?: Clock
}

const workerName = guardCodec(
  'a name of 1 to 60 letters, digits, or any of . _ -',
  (u): u is string => typeof u === 'string' && /^[\w.-]{1,60}$/.test(u),
)

const anyPool = methodsCodec<PoolLike>('a pool of pg', 'connect')

/** Whether a pool has only one connection. A worker would hold it, and every other call would wait forever. */
const hasOneConnection = (pool: PoolLike & { readonly options?: { readonly max?: unknown } | null }): boolean => {
  const max = pool.options?.max
  return typeof max === 'number' && max < 2
}

const poolOfTwo = guardCodec(
  'a pool of pg whose max is 2 or more',
  (u): u is PoolLike => anyPool.is(u) && !hasOneConnection(u),
)

const configCodec = options(
  'options',
  { pool: poolOfTwo },
  { ...timeoutFields, schema: schemaName, lease: milliseconds(1000), name: workerName, clock: clockCodec },
)

const newUsers = options(
  'options',
  { users: t.readonlyArray(t.readonly(t.type({ id: userId, wait: milliseconds(0) }))) },
  {},
)

/** How many users one statement adds or reads. */
const batchSize = 1000

const chunks = (users: ReadonlyArray<NewUser>): ReadonlyArray<ReadonlyArray<NewUser>> =>
  Array.from({ length: Math.ceil(users.length / batchSize) }, (_, index) =>
    users.slice(index * batchSize, (index + 1) * batchSize),
  )

const toUser = ({
  id,
  uuid,
  every,
  wait,
  dormant,
  failures,
  failing_for,
  error,
  reason,
  feeds,
}: ResultRow): FleetUser => ({
  id: id as string,
  uuid: (uuid as string | null) ?? undefined,
  every: (every as number | null) ?? undefined,
  wait: dormant === true ? undefined : (wait as number),
  failures: failures as number,
  failingFor: (failing_for as number | null) ?? undefined,
  lastError: (error as string | null) ?? undefined,
  reason: (reason as string | null) ?? undefined,
  suspendedFeeds: feeds as ReadonlyArray<SuspendedFeed>,
})

/**
 * Creates an engine in a PostgreSQL database, version 13 or later, with the queue of graphile-worker. It uses the
 * database only when one of its streams is subscribed to, and never ends the pool. Throws a `ConfigError` for invalid
 * options.
 *
 * Workers must log in as the role that called `migrate`, which owns the tables. Row-level security hides the rows from
 * other roles, whose streams error with a `FleetError` of the reason `denied`. Behind a connection pooler, the
 * connection that a worker holds needs a session of its own.
 *
 * @example
 * import { createEngine } from 'rxbank/fleet'
 * import { Pool } from 'pg'
 * import { type Observable } from 'rxjs'
 *
 * const begin = (url: string): Observable<number> =>
 *   createEngine({ pool: new Pool({ connectionString: url }) }).add([{ id: 'A6J', wait: 0 }])
 * assert.ok(begin)
 */
export const createEngine = (config: EngineConfig): Engine => {
  const decoded = decodeOptions(configCodec, config)
  const {
    pool,
    schema: schemaOption = 'rxbank_fleet',
    lease = 10_000,
    name: prefix = 'worker',
    clock = systemClock,
  } = decoded
  const limits = limitsOf(decoded, clock)
  const schema = quoted(schemaOption)
  const jobs = `${quoted(jobsSchema(schemaOption))}._private_jobs`
  const ready = checkEngine(pool, schemaOption, limits)
  const recheck$ = defer(() => checkEngine(pool, schemaOption, limits))

  const rows = (text: string, ...values: ReadonlyArray<unknown>): Observable<ReadonlyArray<ResultRow>> =>
    concat(ready, queryPool(pool, limits, text, ...values)).pipe(explainFailure(FleetError, recheck$))

  /** Calls a function of the schema, and emits its result. */
  const callFunction = <A>(call: string, ...values: ReadonlyArray<unknown>): Observable<A> =>
    rows(`SELECT ${schema}.${call} AS answer`, ...values).pipe(map(([row]) => row?.answer as A))

  /** Calls a function for a user. Emits `false` for an id that no user can have. */
  const callForUser = (id: string, call: string, ...values: ReadonlyArray<unknown>): Observable<boolean> =>
    userId.is(id) ? callFunction(call, id, ...values) : of(false)

  const withRandomEnd = (text: string): string => `${text}-${randomHex(systemRandom).slice(0, 8)}`

  const workerName = (): string => withRandomEnd(prefix)

  const page = (after: string): Observable<ReadonlyArray<FleetUser>> =>
    rows(
      `SELECT f.id, f.uuid, f.every, f.failures, f.error, f.reason, ${schema}.feeds_aside(f.id) AS feeds,
         (extract(epoch FROM greatest(j.run_at, now()) - now()) * 1000)::double precision AS wait, j.id IS NULL AS dormant,
         (extract(epoch FROM now() - f.failing_since) * 1000)::double precision AS failing_for
       FROM ${schema}.follower f LEFT JOIN ${jobs} j ON j.key = f.id
       WHERE f.id > $1 ORDER BY f.id LIMIT ${String(batchSize)}`,
      after,
    ).pipe(map((userRows) => userRows.map(toUser)))

  return {
    migrate: () => migrateEngine(pool, schemaOption, limits),
    add: (users) =>
      defer(() => {
        decodeOptions(newUsers, { users })
        return from(chunks(users)).pipe(
          concatMap((chunk) =>
            callFunction<number>(
              'add($1, $2)',
              chunk.map(({ id }) => id),
              chunk.map(({ wait }) => wait),
            ),
          ),
          reduce((sum, added) => sum + added, 0),
        )
      }),
    remove: (id) => callForUser(id, 'remove($1)'),
    setUuid: (id, uuid) => callForUser(id, 'identify($1, $2)', escapeText(uuid.toLowerCase())),
    runNow: (user) =>
      'id' in user
        ? callForUser(user.id, 'run_now($1, NULL)')
        : callFunction('run_now(NULL, $1)', escapeText(user.uuid.toLowerCase())),
    retry: (id) => callForUser(id, 'retry($1)'),
    users: () =>
      page('').pipe(
        expand((users) => (users.length < batchSize ? EMPTY : page(users.at(-1)?.id ?? ''))),
        concatMap((users) => users),
      ),
    status: () =>
      rows(
        `SELECT u.*, d.*, (SELECT count(*)::integer FROM ${jobs} WHERE locked_by IS NOT NULL) AS "heldRounds",
          ARRAY(SELECT DISTINCT name FROM ${schema}.worker ORDER BY name) AS workers,
          ARRAY(SELECT name FROM (
            SELECT DISTINCT ON (name) name, paused FROM ${schema}.worker ORDER BY name, seen DESC
          ) w WHERE paused ORDER BY name) AS "pausedWorkers"
        FROM (
          SELECT count(*)::integer AS users, count(reason)::integer AS "suspendedUsers",
            count(*) FILTER (WHERE failures > 0 AND reason IS NULL)::integer AS "failingUsers",
            (SELECT count(*)::integer FROM ${schema}.follower f, jsonb_object_keys(f.feeds)) AS "suspendedFeeds"
          FROM ${schema}.follower
        ) u, (
          SELECT count(*)::integer AS "dueRounds",
            coalesce(extract(epoch FROM now() - min(run_at)) * 1000, 0)::double precision AS lag
          FROM ${jobs} WHERE is_available AND priority IN (-10, 0) AND run_at <= now()
        ) d`,
      ).pipe(map(([status]) => status as unknown as EngineStatus)),
    workerName,
    work: ({ name = workerName(), ...config }) =>
      concat(
        ready,
        defer(() =>
          engineWorker({
            ...config,
            pool,
            schema: schemaOption,
            limits,
            lease,
            name,
            id: withRandomEnd(name),
          }),
        ),
      ).pipe(explainFailure(FleetError, recheck$)),
  }
}
