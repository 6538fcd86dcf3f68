import type { Option } from 'fp-ts/lib/Option.js'
import { type MonoTypeOperatorFunction, throwIfEmpty } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { firstOrTimeout } from '../clock/firstOrTimeout.js'
import { TokenUnavailable } from '../error/TokenUnavailable.js'

/**
 * Waits `timeout` milliseconds for one token. After that, and as soon as the source completes without one, it errors with
 * a `TokenUnavailable` that says what the last attempt to get one failed with.
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
