import { catchError, concat, type MonoTypeOperatorFunction, type Observable, throwError } from 'rxjs'

/** A class of errors that say whether the same call may succeed later. */
type Failure = abstract new (...given: never) => { readonly isTransient: boolean }

/**
 * Checks the tables again after a failure that is not transient, because a newer version may have changed them since. If
 * `check$` errors, errors with that, and otherwise with the failure.
 */
export const explained = <A>(failure: Failure, check$: Observable<never>): MonoTypeOperatorFunction<A> =>
  catchError((error: unknown) => {
    const failed$ = throwError(() => error)
    return error instanceof failure && !error.isTransient ? concat(check$, failed$) : failed$
  })
