import { randomBytes } from 'node:crypto'
import { none } from 'fp-ts/lib/Option.js'
import type { Pool } from 'pg'
import { catchError, defer, finalize, from, type Observable, of, switchMap, throwError } from 'rxjs'
import type { Mirror } from '../../mirror/core/Mirror.js'
import { SchemaRefused } from '../../mirror/core/SchemaRefused.js'
import { createEngine } from '../../mirror/fleet/createEngine.js'
import type { Engine } from '../../mirror/fleet/Engine.js'
import { createMirror } from '../../mirror/postgres/createPostgresMirror.js'
import { createTokenStore, type PostgresTokenStore } from '../../mirror/postgres/createTokenStore.js'
import { readPermits } from '../../mirror/postgres/readPermits.js'
import { fleetPeers, loadPeer } from '../loadPeer.js'
import { withDatabaseErrorText } from './databaseErrorText.js'
import type { FleetSources } from './readFleet.js'

/** The pool of a fleet's database, and the parts that use it. */
export interface Database extends FleetSources {
  readonly pool: Pool
  readonly mirror: Mirror
  readonly engine: Engine
  readonly tokens: PostgresTokenStore
}

/** The settings of the database. */
export interface DatabaseSettings {
  readonly url: string
  /** The keys that encrypt tokens. Without keys, tokens can be erased, but neither read nor written. */
  readonly keys?: ReadonlyArray<string>
}

const open = async ({ url, keys = [] }: DatabaseSettings): Promise<Database> => {
  const { default: pg } = await loadPeer('pg', fleetPeers, () => import('pg'))
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'rxbank fleet',
    connectionTimeoutMillis: 20_000,
    keepAlive: true,
  })
  // Without a listener, errors of unused connections would end the process.
  pool.on('error', () => undefined)
  const onOutdatedTables = 'error'
  const unusedKey = randomBytes(32).toString('base64')
  const tokens = createTokenStore({ pool, onOutdatedTables, keys: keys.length > 0 ? keys : [unusedKey] })
  // A fleet that your own program runs may have no tables of permits.
  const budget$ = readPermits({ pool }).pipe(
    catchError((error: unknown) =>
      error instanceof SchemaRefused && error.reason === 'outdated' ? of(none) : throwError(() => error),
    ),
  )
  return {
    pool,
    tokens,
    mirror: createMirror({ pool, onOutdatedTables, tokens }),
    engine: createEngine({ pool }),
    budget$,
  }
}

/**
 * Runs a function with the database, and closes the connections when its stream ends. Cold; applies no migrations. If the
 * database fails, or `pg` is not installed, it errors with a `CommandError` that says what to do.
 */
export const withDatabase = <A>(
  settings: DatabaseSettings,
  work: (database: Database) => Observable<A>,
): Observable<A> =>
  defer(() => from(open(settings))).pipe(
    switchMap((database) => work(database).pipe(finalize(() => void database.pool.end()))),
    withDatabaseErrorText(),
  )
