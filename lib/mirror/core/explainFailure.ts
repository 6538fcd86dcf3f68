import { catchError, concat, type MonoTypeOperatorFunction, type Observable, throwError } from 'rxjs'

/** A class of errors that say whether the same call may succeed later. */
type DatabaseErrorClass = abstract new (...given: never) => { readonly isTransient: boolean; readonly reason: string }

/** The reasons for which a migration is refused. The tables are then missing, so a check would say nothing more. */
const migrationRefusals: ReadonlyArray<string> = ['encoding', 'occupied']

/**
 * Checks the tables again after a failure that is not transient, because a newer version may have changed them since. If
 * `check$` errors, errors with that, and otherwise with the failure.
 */
export const explainFailure = <A>(
  failure: DatabaseErrorClass,
  check$: Observable<never>,
): MonoTypeOperatorFunction<A> =>
  catchError((error: unknown) => {
    const failure$ = throwError(() => error)
    const needsCheck = error instanceof failure && !error.isTransient && !migrationRefusals.includes(error.reason)
    return needsCheck ? concat(check$, failure$) : failure$
  })
