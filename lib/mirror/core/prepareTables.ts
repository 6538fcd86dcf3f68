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
import { applyMigrations, checkSchema, isOutdated } from './applyMigrations.js'
import { explainFailure } from './explainFailure.js'
import type { Migration, MirrorSettings } from './Mirror.js'
import { MirrorError } from './MirrorError.js'
import { SchemaRefused } from './SchemaRefused.js'
import type { TableMigrations } from './SqlDialect.js'
import type { Store } from './Store.js'

/** Functions that check or migrate tables before their first use. */
export interface PreparedTables {
  /** Applies the missing migrations: emits those that were applied, and completes. */
  readonly migrate: () => Observable<ReadonlyArray<Migration>>
  /** Completes once the tables have this version. Simultaneous subscribers share one check or migration. */
  readonly ready: Observable<never>
  /** Runs a program as one transaction once the tables are ready. */
  readonly run: Store['transaction']
  /**
   * Checks the tables again after a failure that is not transient, because a newer version may have changed them. If so,
   * errors with a `SchemaRefused`, and otherwise with the failure.
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
