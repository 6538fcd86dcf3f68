import { EMPTY, map, merge, type MonoTypeOperatorFunction, type Observable, of, switchAll, take } from 'rxjs'

/**
 * Emits the first value of a stream and completes; completes without one when `abort$` emits.
 *
 * Unlike `takeUntil`, it unsubscribes from the stream before it completes: whoever then starts the same work again does
 * not do it beside what is being aborted.
 */
export const abortableBy =
  <A>(abort$: Observable<unknown>): MonoTypeOperatorFunction<A> =>
  (source) => {
    const aborted = abort$.pipe(
      take(1),
      map(() => EMPTY),
    )
    return merge(aborted, of(source)).pipe(switchAll(), take(1))
  }
