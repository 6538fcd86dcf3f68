import { EMPTY, map, merge, type MonoTypeOperatorFunction, type Observable, of, switchAll, take } from 'rxjs'

/**
 * Emits the first value of a stream and completes; completes without a value when `abort$` emits.
 *
 * Unlike `takeUntil`, it unsubscribes from the stream before it completes. A subscriber that reacts to the completion
 * by starting the same work again therefore never runs it twice at the same time.
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
