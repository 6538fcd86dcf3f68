import { type Observable, type Subscriber, Subscription } from 'rxjs'

/** What is done with what a source tells; the rest goes to the subscriber as it is. */
export interface Following<A> {
  readonly next?: (value: A) => void
  readonly error?: (error: unknown) => void
  readonly complete?: () => void
}

/**
 * Subscribes to a source on behalf of a subscriber: several operators in one. An error is handled when the source has been
 * let go of, so that who asks again does not ask beside it; what a handler throws is the subscriber's error.
 */
export const follow = <A>(
  source: Observable<A>,
  subscriber: Subscriber<unknown>,
  { next, error: handle, complete }: Following<A>,
): void => {
  const guarded = <B>(handler: (value: B) => void, value: B): void => {
    try {
      handler(value)
    } catch (error) {
      subscriber.error(error)
    }
  }
  let inner = Subscription.EMPTY
  let failed = (): void => undefined
  inner = source.subscribe({
    next: (value) => {
      if (next) guarded(next, value)
      else subscriber.next(value)
    },
    error: (error: unknown) => {
      if (!handle) {
        subscriber.error(error)
        return
      }
      failed = () => guarded(handle, error)
      if (inner === Subscription.EMPTY) return
      inner.unsubscribe()
      failed()
    },
    complete: () => {
      if (complete) complete()
      else subscriber.complete()
    },
  })
  subscriber.add(inner)
  if (inner.closed) failed()
}
