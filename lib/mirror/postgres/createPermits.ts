import { getOrElse } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, EMPTY, from, ignoreElements, map, type Observable, share, tap } from 'rxjs'
import { guardCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { PermitStatus, SharedPermits } from '../../http/budget/PermitSource.js'
import { sharedPermits } from '../../http/budget/sharedPermits.js'
import { type Limit, limit } from '../../service/profile/rateLimits.js'
import type { Migration, MirrorSettings } from '../core/Mirror.js'
import { mirrorFields } from '../core/mirrorOptions.js'
import { prepareTables } from '../core/prepareTables.js'
import type { Program } from '../core/Program.js'
import { permitFields } from './permitFields.js'
import { permitRows } from './permitRows.js'
import { permitStatus } from './permitStatus.js'
import { permitTables } from './permitTables.js'
import type { PoolLike } from './PoolLike.js'
import { limitsOf, type PostgresTimeouts, timeoutFields } from './postgresLimits.js'
import { postgresTransactions } from './postgresTransaction.js'

/** The options of permits in a PostgreSQL database. */
export interface PermitsConfig extends Pick<MirrorSettings, 'onOutdatedTables'>, PostgresTimeouts {
  /** A pool of `pg`, which may be that of a mirror. A statement takes a connection; a waiting request holds none. */
  readonly pool: PoolLike
  /** The schema that the tables are in, which is created if it is missing; default `rxbank`. */
  readonly schema?: string
  /** The limit of the application at the service: at most `requests`, up to 1,000,000, in any `per` milliseconds. */
  readonly application: Limit
  /** A name for the application, such as its client id, if several applications use one schema; default `application`. */
  readonly name?: string
}

/**
 * Permits in a PostgreSQL database. Its streams are cold, and error with a `MirrorError` if the database fails, or
 * with a `SchemaRefused` if the tables have another version.
 */
export interface PostgresPermits extends SharedPermits {
  /** Applies the missing migrations: emits each of them once all are committed, and completes. */
  readonly migrate: () => Observable<Migration>
  /**
   * Reads how all processes use the permits: emits one value and completes. `limit` is the limit of the process that started
   * last.
   */
  readonly status: () => Observable<PermitStatus>
}

const maxRequests = 1_000_000

const application = guardCodec(
  'requests, 1 to 1,000,000, and per, in milliseconds',
  (u): u is Limit => limit.is(u) && u.requests <= maxRequests,
)

const configCodec = options(
  'options',
  { pool: methodsCodec<PoolLike>('a pool of pg', 'connect'), application },
  { ...permitFields, ...timeoutFields, onOutdatedTables: mirrorFields.onOutdatedTables },
)

/**
 * Stores the permits of an application in a PostgreSQL database, version 13 or later, for the clients of all processes
 * that use the database. All times are by the clock of the database server, which must not be set forward. Throws a
 * `ConfigError` for invalid options.
 *
 * If processes with different limits run at the same time, as during an update, each keeps to the stricter of its own
 * limit and that of the process that started last.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createPermits } from 'rxbank/postgres'
 * import { Pool } from 'pg'
 *
 * const open = (url: string, clientSecret: string) => {
 *   const pool = new Pool({ connectionString: url })
 *   const permits = createPermits({ pool, application: { requests: 2000, per: 300_000 } })
 *   return createClient({ profile: bridge2025, clientId: 'app', clientSecret, permits })
 * }
 * assert.ok(open)
 */
export const createPermits = (config: PermitsConfig): PostgresPermits => {
  const {
    pool,
    schema = 'rxbank',
    name = 'application',
    onOutdatedTables,
    application: ownLimit,
    ...timeouts
  } = decodeOptions(configCodec, config)
  const { single, ...transactions } = postgresTransactions(pool, limitsOf(timeouts))
  const { migrate, ready, run, recheckAfterFailure } = prepareTables(
    transactions,
    permitTables(schema),
    onOutdatedTables,
  )
  const rows = permitRows(schema, name, ownLimit)
  /** The number of this process among those that share the permits; 0 until it has declared its limit. */
  let processNumber = 0

  const declareLimit$ = defer(() => run(rows.declare)).pipe(
    tap((assigned) => (processNumber = assigned)),
    ignoreElements(),
    share(),
  )

  const runDeclared = <A>(program: () => Program<A>): Observable<A> =>
    concat(
      defer(() => (processNumber > 0 ? EMPTY : declareLimit$)),
      single(program),
    ).pipe(recheckAfterFailure())

  const unusedStatus: PermitStatus = {
    limit: ownLimit,
    leased: 0,
    spent: 0,
    free: ownLimit.requests,
    coolDown: 0,
    processes: 0,
  }

  return {
    ...sharedPermits({
      limit: ownLimit,
      lease: (request) => runDeclared(() => rows.lease(request, processNumber)),
      release: (permits) => runDeclared(() => rows.release(permits)).pipe(ignoreElements()),
      coolDown: (ms) => runDeclared(() => rows.coolDown(ms)).pipe(ignoreElements()),
    }),
    migrate: () => migrate().pipe(concatMap((migrations) => from(migrations))),
    status: () =>
      concat(
        ready,
        single(() => permitStatus(schema, name)),
      ).pipe(recheckAfterFailure(), map(getOrElse(() => unusedStatus))),
  }
}
