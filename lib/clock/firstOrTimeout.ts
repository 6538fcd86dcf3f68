import { map, merge, type MonoTypeOperatorFunction, NEVER, type Observable, switchMap, take } from 'rxjs'
import type { Clock } from './Clock.js'
import { delay } from './delay.js'

/**
 * Emits the first value of a stream and completes. Where none has come after `ms` milliseconds, also because the stream
 * has completed without one, it unsubscribes and errors with what `error` gives.
 *
 * With `isPaused$`, the time begins anew when that emits `false`, and does not pass after it has emitted `true`.
 */
export const firstOrTimeout = <A>(
  clock: Clock,
  ms: number,
  error: () => Error,
  isPaused$?: Observable<boolean>,
): MonoTypeOperatorFunction<A> => {
  const late = delay(clock, ms)
  const expired = (isPaused$?.pipe(switchMap((isPaused) => (isPaused ? NEVER : late))) ?? late).pipe(
    map(() => {
      throw error()
    }),
  )
  return (source) => merge(source, expired).pipe(take(1))
}
