import { Observable, type Observer, type Subscriber, Subscription } from 'rxjs'

/** Handlers for what a source emits; without a handler it is passed to the subscriber unchanged. */
export interface RelayHandlers<A> {
  readonly next?: (value: A) => void
  readonly error?: (error: unknown) => void
  readonly complete?: () => void
}

/** An Observable to which a relay subscribes directly, without the closures that RxJS makes for each subscription. */
export class RelaySource<A> extends Observable<A> {
  constructor(readonly begin: (subscriber: Subscriber<A>) => void) {
    super(begin)
  }
}

/**
 * The subscription of a {@link relay}, for who has to end it before the subscriber ends.
 *
 * RxJS uses an observer that is a Subscription directly, without creating a subscriber around it.
 */
export class Relay<A> extends Subscription implements Observer<A> {
  readonly #subscriber: Subscriber<unknown>
  readonly #handlers: RelayHandlers<A>
  #hasEnded = false
  #isSubscribing = true
  #failure: { readonly error: unknown } | undefined

  constructor(subscriber: Subscriber<unknown>, handlers: RelayHandlers<A>) {
    super()
    this.#subscriber = subscriber
    this.#handlers = handlers
  }

  /** To be called once. Not named `start`: some Observables, other than those of RxJS, call a method of that name. */
  listenTo(source: Observable<A>): void {
    if (this.#subscriber.closed) return
    this.#subscriber.add(this)
    if (source instanceof RelaySource)
      try {
        // Of a subscriber, policies use what a relay has: add, closed, next, error and complete.
        source.begin(this as unknown as Subscriber<A>)
      } catch (error) {
        this.error(error)
      }
    else this.add(source.subscribe(this))
    this.#isSubscribing = false
    if (this.#failure) this.#failed(this.#failure.error)
  }

  next(value: A): void {
    if (this.#hasEnded || this.closed) return
    if (this.#handlers.next)
      try {
        this.#handlers.next(value)
      } catch (error) {
        this.#subscriber.error(error)
      }
    else this.#subscriber.next(value)
  }

  error(error: unknown): void {
    if (this.#hasEnded || this.closed) return
    this.#hasEnded = true
    if (this.#handlers.error)
      try {
        this.unsubscribe()
        if (this.#isSubscribing) this.#failure = { error }
        else this.#failed(error)
      } catch (thrown) {
        this.#subscriber.error(thrown)
      }
    else this.#subscriber.error(error)
  }

  #failed(error: unknown): void {
    try {
      if (!this.#subscriber.closed) this.#handlers.error?.(error)
    } catch (thrown) {
      this.#subscriber.error(thrown)
    }
  }

  complete(): void {
    if (this.#hasEnded || this.closed) return
    this.#hasEnded = true
    if (this.#handlers.complete)
      try {
        this.#handlers.complete()
      } catch (error) {
        this.#subscriber.error(error)
      }
    else this.#subscriber.complete()
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
