import { type MonoTypeOperatorFunction, NEVER, Observable, switchMap, take } from 'rxjs'
import type { Clock } from './Clock.js'
import { delay, startTimer } from './delay.js'

/**
 * Emits the first value of a stream and completes. If no value arrives within `ms` milliseconds, it unsubscribes and errors
 * with the result of `error`, even if the stream has completed before.
 *
 * With `isPaused$`, the timer stops when that emits `true`, and starts from `ms` again when it emits `false`.
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
      subscriber.add(expired$?.subscribe({ next: expire, error: fail }) ?? startTimer(clock, ms, expire))
    })
