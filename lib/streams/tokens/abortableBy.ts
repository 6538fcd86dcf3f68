import type { MonoTypeOperatorFunction, Observable } from 'rxjs'
import { Relay, relay, RelaySource } from '../../http/relay.js'

/**
 * Emits the first value of a stream and completes; completes without a value when `abort$` emits.
 *
 * Unlike `takeUntil`, it unsubscribes from the stream before it completes. A subscriber that reacts to the completion
 * by starting the same work again therefore never runs it twice at the same time.
 */
export const abortableBy =
  <A>(abort$: Observable<unknown>): MonoTypeOperatorFunction<A> =>
  (source) =>
    new RelaySource((subscriber) => {
      const work = new Relay<A>(subscriber, {
        next: (value) => {
          subscriber.next(value)
          subscriber.complete()
        },
      })
      const abort = (): void => {
        work.unsubscribe()
        subscriber.complete()
      }
      relay(abort$, subscriber, { next: abort, complete: () => undefined })
      work.listenTo(source)
    })
