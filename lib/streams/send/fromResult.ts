import { defer, from, type Observable, type ObservableInput } from 'rxjs'

const isThenable = (u: unknown): u is PromiseLike<unknown> =>
  typeof u === 'object' && u !== null && 'then' in u && typeof u.then === 'function'

/** A thenable for RxJS. If its `then` returns nothing, it may never call back, so `refuse` is called. */
export const guarded = (thenable: PromiseLike<unknown>, refuse: () => never): PromiseLike<unknown> => {
  // RxJS calls `then` on the result of `then`, so that must be a thenable too.
  const then = (...to: Parameters<typeof thenable.then>) =>
    (thenable.then(...to) as PromiseLike<unknown> | undefined) ?? refuse()
  return { then } as PromiseLike<unknown>
}

/**
 * Converts the result of a function of an app to a stream; the result must be an Observable, a Promise or another input
 * of RxJS. For any other value, and for a thenable whose `then` returns nothing, it errors with the result of `wrong`.
 */
export const fromAnswer = (answer: unknown, wrong: () => Error): Observable<unknown> => {
  const refuse = (): never => {
    throw wrong()
  }
  return defer(() => {
    if (isThenable(answer)) return guarded(answer, refuse)
    try {
      return from(answer as ObservableInput<unknown>)
    } catch {
      return refuse()
    }
  })
}
