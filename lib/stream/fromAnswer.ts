import { defer, from, type Observable, type ObservableInput } from 'rxjs'

const isThenable = (u: unknown): u is PromiseLike<unknown> =>
  typeof u === 'object' && u !== null && 'then' in u && typeof u.then === 'function'

/** A thenable as RxJS may take it; where its `then` returns nothing, it refuses, for it may call nobody back. */
export const guarded = (thenable: PromiseLike<unknown>, refuse: () => never): PromiseLike<unknown> => {
  // RxJS calls `then` on the result of `then`, so that must be a thenable too.
  const then = (...to: Parameters<typeof thenable.then>) =>
    (thenable.then(...to) as PromiseLike<unknown> | undefined) ?? refuse()
  return { then } as PromiseLike<unknown>
}

/**
 * What a function of an app answered, as a stream: the answer is an Observable, a Promise or another input of RxJS. Errors
 * with what `wrong` makes where it is none of these, also a thenable whose `then` returns nothing and calls nobody back.
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
