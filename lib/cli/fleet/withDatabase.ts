import { randomBytes } from 'node:crypto'
import { none } from 'fp-ts/lib/Option.js'
import type { Pool } from 'pg'
import { catchError, defer, finalize, from, type Observable, of, switchMap, throwError } from 'rxjs'
import { createEngine, type Engine } from '../../fleet/index.js'
import {
  createMirror,
  createTokenStore,
  type Mirror,
  type PostgresTokenStore,
  readPermits,
  SchemaRefused,
} from '../../postgres/index.js'
import { inDatabaseWords } from './databaseWords.js'
import type { Watched } from './look.js'
import { peer } from './peers.js'

/** The database of a fleet, and what is kept in it. */
export interface Database extends Watched {
  readonly pool: Pool
  readonly mirror: Mirror
  readonly engine: Engine
  readonly tokens: PostgresTokenStore
}

/** How the database is opened. */
export interface DatabaseSettings {
  readonly url: string
  /** Tokens are sealed with the first. Without keys they can be erased, and neither read nor written. */
  readonly keys?: ReadonlyArray<string>
}

const open = async ({ url, keys = [] }: DatabaseSettings): Promise<Database> => {
  const { default: pg } = await peer('pg', () => import('pg'))
  const pool = new pg.Pool({ connectionString: url, application_name: 'rxbank fleet', connectionTimeoutMillis: 30_000 })
  // Whoever uses a connection is told that it is lost; the pool tells of those that nobody uses.
  pool.on('error', () => undefined)
  const atStart = 'refuse'
  const unread = randomBytes(32).toString('base64')
  const tokens = createTokenStore({ pool, atStart, keys: keys.length > 0 ? keys : [unread] })
  // A fleet of a program of one's own may have no permits.
  const budget$ = readPermits({ pool }).pipe(
    catchError((error: unknown) => (error instanceof SchemaRefused ? of(none) : throwError(() => error))),
  )
  return { pool, tokens, mirror: createMirror({ pool, atStart, tokens }), engine: createEngine({ pool }), budget$ }
}

/**
 * Works with the database. Cold; nothing of it is migrated. The connections are closed when the work ends; where the
 * database fails, or `pg` is not installed, errors with what to do.
 */
export const withDatabase = <A>(
  settings: DatabaseSettings,
  work: (database: Database) => Observable<A>,
): Observable<A> =>
  defer(() => from(open(settings))).pipe(
    switchMap((database) => work(database).pipe(finalize(() => void database.pool.end()))),
    inDatabaseWords(),
  )
