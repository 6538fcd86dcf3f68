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
import { applyMigrations, checkSchema, isOutdated, type TableMigrations } from './applyMigrations.js'
import { explainFailure } from './explainFailure.js'
import type { Migration, MirrorSettings } from './Mirror.js'
import { MirrorError } from './MirrorError.js'
import { SchemaRefused } from './SchemaRefused.js'
import type { Store } from './Store.js'

/** Tables that are checked or migrated before their first use. */
export interface PreparedTables {
  /** Applies the missing migrations: emits those that were applied, and completes. */
  readonly migrate: () => Observable<ReadonlyArray<Migration>>
  /** Completes when the tables are of this version. Subscribers at the same time share one check or migration. */
  readonly ready: Observable<never>
  /** Runs a program as one transaction when the tables are ready. */
  readonly run: Store['transaction']
  /**
   * Checks the tables again after a failure that is not transient, because a newer version may have changed them since. If
   * it has, errors with a `SchemaRefused`, and otherwise with the failure.
   */
  readonly recheckAfterFailure: <A>() => MonoTypeOperatorFunction<A>
}

/** Adds the check or the migration of tables before the first transaction. */
export const prepareTables = (
  { transaction, migration = transaction }: Pick<Store, 'transaction' | 'migration'>,
  tables: TableMigrations,
  onOutdatedTables: MirrorSettings['onOutdatedTables'],
): PreparedTables => {
  let isChecked = false

  /** The tables are nearly always up to date, which the first statement shows. */
  const migrate = (): Observable<ReadonlyArray<Migration>> =>
    transaction(() => isOutdated(tables)).pipe(
      concatMap((isMissing) => (isMissing ? migration(() => applyMigrations(tables)) : of([]))),
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
