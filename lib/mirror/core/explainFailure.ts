import { catchError, concat, type MonoTypeOperatorFunction, type Observable, throwError } from 'rxjs'

/** A class of errors of a database. */
type DatabaseErrorClass = abstract new (...args: never) => { readonly isTransient: boolean; readonly reason: string }

/** The reasons for which a migration fails. The tables are then missing, so a check would add nothing. */
const migrationRefusals: ReadonlyArray<string> = ['encoding', 'occupied']

/**
 * Checks the tables again after a failure that is not transient, because a newer version may have changed them. Errors with
 * the error of `check$` if it has one, and otherwise with the failure.
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
