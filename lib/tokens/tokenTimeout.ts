import type { Option } from 'fp-ts/lib/Option.js'
import { type MonoTypeOperatorFunction, throwIfEmpty } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { firstOrTimeout } from '../clock/firstOrTimeout.js'
import { TokenUnavailable } from '../error/TokenUnavailable.js'

/**
 * Waits `timeout` milliseconds for one token. After that, or when the source completes without a token, it errors with
 * a `TokenUnavailable` that has the error of the last authentication.
 */
export const tokenTimeout = <A>(
  clock: Clock,
  timeout: number,
  lastFailure: () => Option<string>,
  lastError: () => unknown = () => undefined,
): MonoTypeOperatorFunction<A> => {
  const unavailable = () => new TokenUnavailable({ waited: timeout, last: lastFailure() }, lastError())
  return (source) => source.pipe(throwIfEmpty(unavailable), firstOrTimeout(clock, timeout, unavailable))
}
