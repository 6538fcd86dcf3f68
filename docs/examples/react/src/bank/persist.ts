import { isTransient, pageActivity } from 'rxbank'
import { first, type MonoTypeOperatorFunction, retry, switchMap, throwError, timer } from 'rxjs'
import { rhythm } from './rhythm'

/** Subscribes again after a transient error: after a while, and not before the page is shown and online. */
export const persist = <A>(): MonoTypeOperatorFunction<A> =>
  retry({
    delay: (error: unknown) =>
      isTransient(error)
        ? timer(rhythm.retry).pipe(switchMap(() => pageActivity().pipe(first(Boolean))))
        : throwError(() => error),
  })
