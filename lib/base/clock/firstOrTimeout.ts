import { type MonoTypeOperatorFunction, NEVER, Observable, switchMap, take } from 'rxjs'
import type { Clock } from './Clock.js'
import { arm, delay } from './delay.js'

/**
 * Emits the first value of a stream and completes. Where none has come after `ms` milliseconds, also because the stream
 * has completed without one, it unsubscribes and errors with what `error` gives.
 *
 * With `isPaused$`, the time begins anew when that emits `false`, and does not pass after it has emitted `true`.
 */
export const firstOrTimeout =
  <A>(clock: Clock, ms: number, error: () => Error, isPaused$?: Observable<boolean>): MonoTypeOperatorFunction<A> =>
  (source) =>
    new Observable((subscriber) => {
      const fail = (failure: unknown): void => subscriber.error(failure)
      const expire = (): void => fail(error())
      const emit = (value: A): void => {
        subscriber.next(value)
        subscriber.complete()
      }
      subscriber.add(source.pipe(take(1)).subscribe({ next: emit, error: fail }))
      if (subscriber.closed) return
      const expired$ = isPaused$?.pipe(switchMap((isPaused) => (isPaused ? NEVER : delay(clock, ms))))
      subscriber.add(expired$?.subscribe({ next: expire, error: fail }) ?? arm(clock, ms, expire))
    })
