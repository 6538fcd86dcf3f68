import { type Observable, type Observer, type Subscriber, Subscription } from 'rxjs'

/** Handlers for what a source emits; without a handler it is passed to the subscriber unchanged. */
export interface RelayHandlers<A> {
  readonly next?: (value: A) => void
  readonly error?: (error: unknown) => void
  readonly complete?: () => void
}

/** RxJS uses an observer that is a Subscription directly, without creating a subscriber around it. */
class Relay<A> extends Subscription implements Observer<A> {
  private hasEnded = false
  private isSubscribing = true
  private failed: (() => void) | undefined

  constructor(
    private readonly subscriber: Subscriber<unknown>,
    private readonly handlers: RelayHandlers<A>,
  ) {
    super()
  }

  private guarded<B>(handler: (value: B) => void, value: B): void {
    try {
      handler(value)
    } catch (error) {
      this.subscriber.error(error)
    }
  }

  /** Not named `start`: some Observables, other than those of RxJS, call a method of that name. */
  listenTo(source: Observable<A>): void {
    if (this.subscriber.closed) return
    this.subscriber.add(this)
    this.add(source.subscribe(this))
    this.isSubscribing = false
    this.failed?.()
  }

  next(value: A): void {
    if (this.hasEnded || this.closed) return
    const { next } = this.handlers
    if (next) this.guarded(next, value)
    else this.subscriber.next(value)
  }

  error(error: unknown): void {
    if (this.hasEnded || this.closed) return
    this.hasEnded = true
    const handle = this.handlers.error
    if (!handle) {
      this.subscriber.error(error)
      return
    }
    try {
      this.unsubscribe()
    } catch (thrown) {
      this.subscriber.error(thrown)
      return
    }
    const failed = () => {
      if (!this.subscriber.closed) this.guarded(handle, error)
    }
    if (this.isSubscribing) this.failed = failed
    else failed()
  }

  complete(): void {
    if (this.hasEnded || this.closed) return
    this.hasEnded = true
    if (this.handlers.complete) this.handlers.complete()
    else this.subscriber.complete()
    this.unsubscribe()
  }
}

/**
 * Subscribes to a source on behalf of a subscriber, with handlers that replace several operators. The error handler is
 * called after the source was unsubscribed from, so that it can subscribe again without two subscriptions at once. If a
 * handler throws, the subscriber gets that error.
 */
export const relay = <A>(source: Observable<A>, subscriber: Subscriber<unknown>, handlers: RelayHandlers<A>): void => {
  new Relay(subscriber, handlers).listenTo(source)
}
