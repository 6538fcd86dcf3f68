import { isTransient, pageActivity } from 'rxbank'
import { first, type MonoTypeOperatorFunction, type Observable, retry, switchMap, throwError, timer } from 'rxjs'
import { rhythm } from './rhythm'

/** Emits once, when a failed request may be tried again: after a while, and not before the page is shown and online. */
export const nextAttempt = (): Observable<unknown> =>
  timer(rhythm.retry).pipe(switchMap(() => pageActivity().pipe(first(Boolean))))

/** Subscribes again after a transient error. */
export const persist = <A>(): MonoTypeOperatorFunction<A> =>
  retry({
    delay: (error: unknown) => (isTransient(error) ? nextAttempt() : throwError(() => error)),
  })
