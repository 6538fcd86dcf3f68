import { map, merge, type MonoTypeOperatorFunction, take } from 'rxjs'
import type { Clock } from './Clock.js'
import { delay } from './delay.js'

/**
 * Emits the first value of a stream and completes. Where none has come after `ms` milliseconds, also because the stream
 * has completed without one, it unsubscribes and errors with what `error` gives.
 */
export const firstOrTimeout = <A>(clock: Clock, ms: number, error: () => Error): MonoTypeOperatorFunction<A> => {
  const expired = delay(clock, ms).pipe(
    map(() => {
      throw error()
    }),
  )
  return (source) => merge(source, expired).pipe(take(1))
}
