import { map, merge, type MonoTypeOperatorFunction, take } from 'rxjs'
import type { Clock } from './Clock.js'
import { delay } from './delay.js'

/** Waits `ms` milliseconds for one value; then it errors, and unsubscribes. */
export const within = <A>(clock: Clock, ms: number, error: () => Error): MonoTypeOperatorFunction<A> => {
  const expired = delay(clock, ms).pipe(
    map(() => {
      throw error()
    }),
  )
  return (source) => merge(source, expired).pipe(take(1))
}
