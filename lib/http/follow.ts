import { type Observable, type Observer, type Subscriber, Subscription } from 'rxjs'

/** What is done with what a source tells; the rest goes to the subscriber as it is. */
export interface Following<A> {
  readonly next?: (value: A) => void
  readonly error?: (error: unknown) => void
  readonly complete?: () => void
}

/** Being a subscription as well, it is what Observables of RxJS tell: they make no subscriber of their own around it. */
class Follower<A> extends Subscription implements Observer<A> {
  private hasEnded = false
  private isSubscribing = true
  private failed: (() => void) | undefined

  constructor(
    private readonly subscriber: Subscriber<unknown>,
    private readonly following: Following<A>,
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

  /** Not called `start`: some Observables, not those of RxJS, call that of their observers. */
  listenTo(source: Observable<A>): void {
    if (this.subscriber.closed) return
    this.subscriber.add(this)
    this.add(source.subscribe(this))
    this.isSubscribing = false
    this.failed?.()
  }

  next(value: A): void {
    if (this.hasEnded || this.closed) return
    const { next } = this.following
    if (next) this.guarded(next, value)
    else this.subscriber.next(value)
  }

  error(error: unknown): void {
    if (this.hasEnded || this.closed) return
    this.hasEnded = true
    const handle = this.following.error
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
    if (this.following.complete) this.following.complete()
    else this.subscriber.complete()
    this.unsubscribe()
  }
}

/**
 * Subscribes to a source on behalf of a subscriber: several operators in one. An error is handled when the source has been
 * let go of, so that who asks again does not ask beside it; what a handler throws is the subscriber's error.
 */
export const follow = <A>(source: Observable<A>, subscriber: Subscriber<unknown>, following: Following<A>): void => {
  new Follower(subscriber, following).listenTo(source)
}
