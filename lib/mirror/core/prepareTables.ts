import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  ignoreElements,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  share,
  tap,
  throwError,
} from 'rxjs'
import type { Migration, MirrorSettings } from './Mirror.js'
import { MirrorError } from './MirrorError.js'
import { type Program, statement } from './Program.js'
import { SchemaRefused } from './SchemaRefused.js'
import type { TableMigrations } from './SqlDialect.js'
import type { Store } from './Store.js'

/** A class of errors of a database. */
type DatabaseErrorClass = abstract new (...args: never) => { readonly isTransient: boolean; readonly reason: string }

/** The reasons for which a migration fails. The tables are then missing, so a check would add nothing. */
const migrationRefusals: ReadonlyArray<string> = ['encoding', 'occupied']

/**
 * Checks the tables again after a failure that is not transient, because a newer version may have changed them. Errors
 * with the error of `check$` if it has one, and otherwise with the failure.
 */
export const explainFailure = <A>(
  errorClass: DatabaseErrorClass,
  check$: Observable<never>,
): MonoTypeOperatorFunction<A> =>
  catchError((error: unknown) => {
    const failure$ = throwError(() => error)
    const needsCheck = error instanceof errorClass && !error.isTransient && !migrationRefusals.includes(error.reason)
    return needsCheck ? concat(check$, failure$) : failure$
  })

/** The number of the last migration that was applied; 0 for none. */
function* lastMigration({ findMigrations, table }: TableMigrations): Program<number> {
  const matches = yield findMigrations
  if (matches.length === 0) return 0
  const [row] = yield statement(`SELECT coalesce(max(number), 0) AS number FROM ${table('migrations')}`)
  return Number(row?.number)
}

/** Returns whether migrations are missing. Throws `SchemaRefused` if the tables are newer than this library. */
function* isOutdated(dialect: TableMigrations): Program<boolean> {
  const found = yield* lastMigration(dialect)
  const known = dialect.migrations.length
  if (found > known) throw new SchemaRefused({ found, known, feature: dialect.feature })
  return found < known
}

/** Throws `SchemaRefused` unless the tables have the version of this library. */
export function* checkSchema(dialect: TableMigrations): Program<void> {
  if (!(yield* isOutdated(dialect))) return
  const found = yield* lastMigration(dialect)
  throw new SchemaRefused({ found, known: dialect.migrations.length, feature: dialect.feature })
}

/** Applies the missing migrations and returns them. */
export function* applyMigrations(dialect: TableMigrations): Program<ReadonlyArray<Migration>> {
  const { migrations, table, feature } = dialect
  if (!(yield* isOutdated(dialect))) return []
  yield { text: dialect.beginMigration }
  // Another process may have migrated the tables while this one waited for the lock: throws if they are too new now.
  yield* isOutdated(dialect)
  const found = yield* lastMigration(dialect)
  const missing = migrations.map((text, index) => ({ number: index + 1, text })).slice(found)
  for (const { number, text } of missing) {
    yield { text }
    yield statement(`INSERT INTO ${table('migrations')} (number) VALUES ($1)`, number)
  }
  return missing.map(({ number }) => ({ number, ...(feature && { feature }) }))
}

/** Functions that check or migrate tables before their first use. */
export interface PreparedTables {
  /** Applies the missing migrations: emits them, and completes. */
  readonly migrate: () => Observable<ReadonlyArray<Migration>>
  /** Completes once the tables have this version. Simultaneous subscribers share one check or migration. */
  readonly ready: Observable<never>
  /** Runs a program as one transaction once the tables are ready. */
  readonly run: Store['transaction']
  /**
   * Checks the tables again after a failure that is not transient, because a newer version may have changed them. If
   * so, errors with a `SchemaRefused`, and otherwise with the failure.
   */
  readonly recheckAfterFailure: <A>() => MonoTypeOperatorFunction<A>
}

/** Checks or migrates tables before the first transaction. */
export const prepareTables = (
  { transaction, migration = transaction }: Pick<Store, 'transaction' | 'migration'>,
  tables: TableMigrations,
  onOutdatedTables: MirrorSettings['onOutdatedTables'],
): PreparedTables => {
  let isChecked = false

  /** Nearly always, the first statement shows that the tables are up to date. */
  const migrate = (): Observable<ReadonlyArray<Migration>> =>
    transaction(() => isOutdated(tables)).pipe(
      concatMap((needsMigration) => (needsMigration ? migration(() => applyMigrations(tables)) : of([]))),
    )

  const checked$ = defer((): Observable<unknown> =>
    onOutdatedTables === 'error' ? transaction(() => checkSchema(tables)) : migrate(),
  ).pipe(
    tap(() => (isChecked = true)),
    ignoreElements(),
    share(),
  )

  const ready = defer(() => (isChecked ? EMPTY : checked$))

  const recheck$ = defer(() => transaction(() => checkSchema(tables))).pipe(
    ignoreElements(),
    catchError((error: unknown) => (error instanceof SchemaRefused ? throwError(() => error) : EMPTY)),
  )

  const recheckAfterFailure = <A>(): MonoTypeOperatorFunction<A> => explainFailure(MirrorError, recheck$)

  return {
    migrate,
    ready,
    run: (program) => concat(ready, transaction(program)).pipe(recheckAfterFailure()),
    recheckAfterFailure,
  }
}
