import { defer, from, type Observable, type ObservableInput } from 'rxjs'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'

const isThenable = (u: unknown): u is PromiseLike<unknown> =>
  typeof u === 'object' && u !== null && 'then' in u && typeof u.then === 'function'

/** Wraps a thenable for RxJS. Calls `refuse` if its `then` returns nothing, because it might never call back. */
export const guardThenable = (thenable: PromiseLike<unknown>, refuse: () => never): PromiseLike<unknown> => {
  // RxJS calls `then` on the result of `then`, so that must be a thenable too.
  const then = (...callbacks: Parameters<typeof thenable.then>) =>
    (thenable.then(...callbacks) as PromiseLike<unknown> | undefined) ?? refuse()
  return { then } as PromiseLike<unknown>
}

/**
 * Converts the result of a user's function to an Observable: it may be an Observable, a Promise or another input of RxJS.
 * For any other value, and for a thenable whose `then` returns nothing, it errors with `invalid()`.
 */
export const fromResult = (result: unknown, invalid: () => Error): Observable<unknown> => {
  const refuse = (): never => {
    throw invalid()
  }
  return defer(() => {
    if (isThenable(result)) return guardThenable(result, refuse)
    try {
      return from(result as ObservableInput<unknown>)
    } catch {
      return refuse()
    }
  }).pipe(ignoreTeardownErrors)
}
