import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { catchError, map, type Observable, of, type OperatorFunction, throwError } from 'rxjs'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'

/**
 * Converts the `ClientError` of a stream to a value.
 *
 * Each value becomes a `Right`. A `ClientError` becomes a `Left`, after which the stream completes. Other errors, such as
 * those of a consumer's function, stay errors of the stream.
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
