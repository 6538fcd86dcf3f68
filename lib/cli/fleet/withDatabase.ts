import { randomBytes } from 'node:crypto'
import { none } from 'fp-ts/lib/Option.js'
import type { Pool } from 'pg'
import {
  catchError,
  defer,
  finalize,
  from,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  switchMap,
  throwError,
} from 'rxjs'
import type { DatabaseFailure } from '../../base/event/ClientEvent.js'
import type { Mirror } from '../../mirror/core/Mirror.js'
import { MirrorError } from '../../mirror/core/MirrorError.js'
import { SchemaRefused } from '../../mirror/core/SchemaRefused.js'
import type { Engine } from '../../mirror/fleet/Engine.js'
import { createEngine } from '../../mirror/fleet/engine/createEngine.js'
import { FleetError } from '../../mirror/fleet/FleetError.js'
import { createMirror } from '../../mirror/postgres/createPostgresMirror.js'
import { createTokenStore, type PostgresTokenStore } from '../../mirror/postgres/createTokenStore.js'
import { readPermits } from '../../mirror/postgres/readPermits.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { fleetPeers, loadPeer } from '../loadPeer.js'
import { databaseVariables } from './fleetSettings.js'
import type { FleetSources } from './readFleet.js'

type DatabaseError = FleetError | MirrorError | SchemaRefused

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof FleetError || error instanceof MirrorError || error instanceof SchemaRefused

const variables = databaseVariables.join(' or ')

/** The advice at the end of a message, for reasons that the user of the command can fix. */
const advice: ReadonlyMap<string, string> = new Map([
  ['unavailable', `; check ${variables}, and whether the database is running`],
  ['denied', `; check the user and the password of ${variables}`],
])

/** The messages for PostgreSQL codes that are more precise than the reason. */
const errorsByCode: ReadonlyMap<string, string> = new Map([
  ['28P01', `the database refuses the password or the user (28P01); check both in ${variables}`],
  ['28000', `the database does not let this user log in (28000); check the user of ${variables}, and pg_hba.conf`],
  ['3D000', `the server has no database with the name in ${variables} (3D000)`],
  [
    'NO_RESPONSE',
    'the database did not answer in time, so the connection was closed (NO_RESPONSE); check the database and the network',
  ],
  [
    'NO_CONNECTION',
    'no connection to the database was free in time (NO_CONNECTION); check its load, or run fewer --rounds',
  ],
  ['55P03', 'another session has locked tables for too long (55P03); see pg_locks'],
  ['57014', 'the database took too long for a statement (57014); check its load'],
  ['42501', `the user of ${variables} lacks a privilege in the database (42501)`],
])

const tableErrors = {
  outdated: 'tables or migrations of the fleet are missing: run rxbank fleet migrate',
  newer: 'the tables of the fleet belong to a newer version of rxbank: run that version',
} as const

const messageOf = (error: DatabaseError): string => {
  if (error.reason === 'outdated' || error.reason === 'newer') return tableErrors[error.reason]
  const text = 'code' in error && error.code !== undefined ? errorsByCode.get(error.code) : undefined
  return text ?? `${error.message.replace(/^(?:mirror|fleet): /, '')}${advice.get(error.reason) ?? ''}`
}

/** The message for an error of the database; `undefined` for any other error. */
export const databaseErrorText = (error: unknown): string | undefined =>
  isDatabaseError(error) ? messageOf(error) : undefined

/** The messages for the database failures that a client's events report. */
export const databaseFailureTexts: Readonly<Record<DatabaseFailure, string>> = {
  ...tableErrors,
  denied: messageOf(new FleetError({ reason: 'denied' })),
  unavailable: messageOf(new FleetError({ reason: 'unavailable' })),
  full: messageOf(new FleetError({ reason: 'full' })),
}

/** Converts errors of the database to a `CommandError`, which shows neither rows nor connection data. */
export const withDatabaseErrorText = <A>(): MonoTypeOperatorFunction<A> =>
  catchError((error: unknown) => {
    const message = databaseErrorText(error)
    throw message === undefined ? error : new CommandError(message, exitCodes.failed)
  })

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
