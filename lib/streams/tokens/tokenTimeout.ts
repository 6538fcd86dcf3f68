import type { Option } from 'fp-ts/lib/Option.js'
import { type MonoTypeOperatorFunction, type Observable, throwIfEmpty } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { firstOrTimeout } from '../../base/clock/firstOrTimeout.js'
import { TokenUnavailable } from '../../base/error/TokenUnavailable.js'

/**
 * Waits `timeout` milliseconds for one token. After that, or if the source completes without a token, it errors with a
 * `TokenUnavailable` that has the error of the last authentication. With `isQueued$`, the timer stops when that emits
 * `true`, and starts from `timeout` again when it emits `false`.
 */
export const tokenTimeout = <A>(
  clock: Clock,
  timeout: number,
  lastFailure: () => Option<string>,
  lastError: () => unknown = () => undefined,
  isQueued$?: Observable<boolean>,
): MonoTypeOperatorFunction<A> => {
  const unavailable = () => new TokenUnavailable({ waited: timeout, last: lastFailure() }, lastError())
  return (source) => source.pipe(throwIfEmpty(unavailable), firstOrTimeout(clock, timeout, unavailable, isQueued$))
}
