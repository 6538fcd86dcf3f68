import { getOrElse } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, EMPTY, from, ignoreElements, map, type Observable, share, tap } from 'rxjs'
import { guardCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type {
  PermitLease,
  PermitRequest,
  PermitStatus,
  ReleasedPermit,
  SharedPermits,
} from '../../http/budget/PermitSource.js'
import { sharedPermits } from '../../http/budget/sharedPermits.js'
import { limit, type RequestLimit } from '../../service/profile/rateLimits.js'
import type { Migration, MirrorSettings } from '../core/Mirror.js'
import { mirrorFields } from '../core/mirrorOptions.js'
import { prepareTables } from '../core/prepareTables.js'
import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import { permitFields, permitStatus, permitTables } from './permitTables.js'
import type { PoolLike } from './PoolLike.js'
import { limitsOf, type PostgresTimeouts, timeoutFields } from './postgresLimits.js'
import { postgresTransactions } from './postgresTransaction.js'
import { quoted } from './schemaTables.js'

/** The statements on the permits of one application. */
interface PermitRows {
  /** Creates missing rows, stores the limit, and returns a number for the process. Must run as one transaction. */
  readonly declare: () => Program<number>
  readonly lease: (request: PermitRequest, process: number) => Program<PermitLease>
  readonly release: (permits: ReadonlyArray<ReleasedPermit>) => Program<void>
  readonly coolDown: (ms: number) => Program<void>
}

/** The id of a permit: its slot, and the number of its lease. */
const permitId = /^([1-9]\d{0,8})\.([1-9]\d{0,17})$/

/** Creates the statements. All times are by the server's clock. */
const permitRows = (schema: string, scope: string, { requests, per }: RequestLimit): PermitRows => ({
  declare: function* () {
    yield statement(
      `INSERT INTO ${quoted(schema)}.permit_scopes (scope, requests, per) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      scope,
      requests,
      per,
    )
    const [storedScope] = yield statement(
      `SELECT per FROM ${quoted(schema)}.permit_scopes WHERE scope = $1 FOR UPDATE`,
      scope,
    )
    const extension = per - Number(storedScope?.per)
    // If the window became longer, used permits stay used until the end of the longer window.
    if (extension > 0)
      yield statement(
        `UPDATE ${quoted(schema)}.permits SET free = free + $2 * interval '1 millisecond' WHERE scope = $1`,
        scope,
        extension,
      )
    yield statement(
      `UPDATE ${quoted(schema)}.permit_scopes SET requests = $2, per = $3 WHERE scope = $1 AND (requests, per) <> ($2, $3)`,
      scope,
      requests,
      per,
    )
    yield statement(
      `INSERT INTO ${quoted(schema)}.permits (scope, slot) SELECT $1, generate_series(1, $2::integer) ON CONFLICT DO NOTHING`,
      scope,
      requests,
    )
    const [row] = yield statement(`SELECT nextval('${quoted(schema)}.permit_leases'::regclass)::text AS process`)
    return Number(row?.process)
  },
  lease: function* ({ count, priority, hold }, process) {
    const [row] = yield statement(
      `SELECT * FROM ${quoted(schema)}.lease_permits($1, $2, $3, $4, $5, $6, $7)`,
      scope,
      requests,
      per,
      priority === 'background',
      count,
      hold,
      process,
    )
    const { permits, wait, cool_down: coolDown, remaining } = row ?? {}
    return {
      permits: typeof permits === 'string' ? permits.split(',') : [],
      wait: Number(wait),
      coolDown: Number(coolDown),
      remaining: Number(remaining),
    }
  },
  release: function* (permits) {
    const returned = permits.flatMap(({ permit, arrivesIn }) => {
      const [, slot, lease] = permitId.exec(permit) ?? []
      return slot === undefined ? [] : [{ slot, lease, arrives: arrivesIn }]
    })
    if (returned.length === 0) return
    yield statement(
      `UPDATE ${quoted(schema)}.permits p SET lease = 0, free = clock_timestamp() + CASE WHEN arrives IS NULL THEN interval '0'
         ELSE (arrives + greatest($2, s.per)) * interval '1 millisecond' END
       FROM jsonb_to_recordset($3::jsonb) AS returned(slot integer, lease bigint, arrives double precision),
         ${quoted(schema)}.permit_scopes s
       WHERE s.scope = $1 AND p.scope = $1 AND p.slot = returned.slot AND p.lease = returned.lease`,
      scope,
      per,
      toStorableJson(returned),
    )
  },
  coolDown: function* (ms) {
    yield statement(
      `UPDATE ${quoted(schema)}.permit_scopes SET opens = clock_timestamp() + $2 * interval '1 millisecond', leased = 0
       WHERE scope = $1 AND opens < clock_timestamp() + $2 * interval '1 millisecond'`,
      scope,
      ms,
    )
  },
})

/** The options of permits in a PostgreSQL database. */
export interface PermitsConfig extends Pick<MirrorSettings, 'onOutdatedTables'>, PostgresTimeouts {
  /** A pool of `pg`, which a mirror may also use. A statement takes a connection; a waiting request holds none. */
  readonly pool: PoolLike
  /** The schema that the tables are in, which is created if it is missing; default `rxbank`. */
  readonly schema?: string
  /** The limit of the application at the service: at most `requests`, up to 1,000,000, in any `per` milliseconds. */
  readonly application: RequestLimit
  /**
   * A name for the application, such as its client id, if several applications use one schema; default `application`.
   */
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
   * Reads how all processes use the permits: emits one value and completes. `limit` is the limit of the process that
   * started last.
   */
  readonly status: () => Observable<PermitStatus>
}

const maxRequests = 1_000_000

const application = guardCodec(
  'requests, 1 to 1,000,000, and per, in milliseconds',
  (u): u is RequestLimit => limit.is(u) && u.requests <= maxRequests,
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
 * If processes with different limits run at the same time, as during an update, each observes the stricter of its own
 * limit and the limit of the process that started last.
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
  /** The number of this process among all that share the permits; 0 until it has declared its limit. */
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
