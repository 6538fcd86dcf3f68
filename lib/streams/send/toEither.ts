import { type Either, left, right } from 'fp-ts/lib/Either.js'
import {
  catchError,
  defer,
  from,
  map,
  type Observable,
  type ObservableInput,
  of,
  type OperatorFunction,
  throwError,
} from 'rxjs'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'

const isThenable = (u: unknown): u is PromiseLike<unknown> =>
  typeof u === 'object' && u !== null && 'then' in u && typeof u.then === 'function'

/** Wraps a thenable for RxJS. Calls `refuse` if its `then` returns nothing, because it might never call back. */
export const guardThenable = (thenable: PromiseLike<unknown>, refuse: () => never): PromiseLike<unknown> => {
  // RxJS calls `then` on the result of `then`, so the result must be a thenable too.
  const then = (...callbacks: Parameters<typeof thenable.then>) =>
    (thenable.then(...callbacks) as PromiseLike<unknown> | undefined) ?? refuse()
  return { then } as PromiseLike<unknown>
}

/**
 * Converts the result of a user's function to an Observable: it may be an Observable, a Promise or another input of
 * RxJS. For any other value, and for a thenable whose `then` returns nothing, it errors with `invalid()`.
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

/**
 * Converts the `ClientError` of a stream to a value.
 *
 * Each value becomes a `Right`. A `ClientError` becomes a `Left`, after which the stream completes. Other errors, such
 * as errors of a consumer's function, stay errors of the stream.
 *
 * @example
 * import { ConfigError, toEither } from 'rxbank'
 * import { firstValueFrom, throwError } from 'rxjs'
 *
 * const failing = throwError(() => new ConfigError({ issues: [] }))
 * const lifted = await firstValueFrom(failing.pipe(toEither()))
 * assert.deepStrictEqual(lifted._tag, 'Left')
 */
export const toEither =
  <A>(): OperatorFunction<A, Either<ClientError, A>> =>
  (source: Observable<A>) =>
    source.pipe(
      map((value): Either<ClientError, A> => right(value)),
      catchError((error: unknown) => (isClientError(error) ? of(left(error)) : throwError(() => error))),
    )
