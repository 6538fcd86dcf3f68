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
import { checkSchema, isOutdated, migrate, type Steps } from './applyMigrations.js'
import { explained as explainedBy } from './explainFailure.js'
import type { Migration, MirrorSettings } from './Mirror.js'
import { MirrorError } from './MirrorError.js'
import { SchemaRefused } from './SchemaRefused.js'
import type { Store } from './Store.js'

/** Tables that are checked or migrated before their first use. */
export interface Prepared {
  /** Applies the missing migrations: emits those that were applied, and completes. */
  readonly applied: () => Observable<ReadonlyArray<Migration>>
  /** Completes when the tables are of this version. Subscribers at the same time share one check or migration. */
  readonly ready: Observable<never>
  /** Runs a program as one transaction when the tables are ready. */
  readonly run: Store['transaction']
  /**
   * Checks the tables again after a failure that is not transient, because a newer version may have changed them since. If
   * it has, errors with a `SchemaRefused`, and otherwise with the failure.
   */
  readonly explained: <A>() => MonoTypeOperatorFunction<A>
}

/** Adds the check or the migration of tables before the first transaction. */
export const prepared = (
  { transaction, migration = transaction }: Pick<Store, 'transaction' | 'migration'>,
  tables: Steps,
  atStart: MirrorSettings['atStart'],
): Prepared => {
  let isChecked = false

  /** Most often there is nothing to do, which takes no longer than another statement. */
  const applied = (): Observable<ReadonlyArray<Migration>> =>
    transaction(() => isOutdated(tables)).pipe(
      concatMap((isMissing) => (isMissing ? migration(() => migrate(tables)) : of([]))),
    )

  const checked$ = defer((): Observable<unknown> =>
    atStart === 'refuse' ? transaction(() => checkSchema(tables)) : applied(),
  ).pipe(
    tap(() => (isChecked = true)),
    ignoreElements(),
    share(),
  )

  const ready = defer(() => (isChecked ? EMPTY : checked$))

  const isRefused$ = defer(() => transaction(() => checkSchema(tables))).pipe(
    ignoreElements(),
    catchError((error: unknown) => (error instanceof SchemaRefused ? throwError(() => error) : EMPTY)),
  )

  const explained = <A>(): MonoTypeOperatorFunction<A> => explainedBy(MirrorError, isRefused$)

  return { applied, ready, run: (program) => concat(ready, transaction(program)).pipe(explained()), explained }
}
