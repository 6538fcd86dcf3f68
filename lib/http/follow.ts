import type { Observable, Subscriber } from 'rxjs'
import { Sink } from './Sink.js'

/** What is done with what a source tells; the rest goes to the subscriber as it is. */
export interface Following<A> {
  next?(value: A): void
  error?(error: unknown): void
  complete?(): void
}

class Follower<A> extends Sink<A> {
  private hasEnded = false
  private isSubscribing = true
  private isFailed = false
  private failure: unknown

  constructor(
    subscriber: Subscriber<unknown>,
    private readonly following: Following<A>,
  ) {
    super(subscriber)
  }

  start(source: Observable<A>): void {
    if (this.subscriber.closed) return
    this.subscriber.add(this)
    this.add(source.subscribe(this))
    this.isSubscribing = false
    if (this.isFailed) this.fail()
  }

  next(value: A): void {
    if (this.hasEnded || this.closed) return
    if (!this.following.next) {
      this.subscriber.next(value)
      return
    }
    try {
      this.following.next(value)
    } catch (error) {
      this.subscriber.error(error)
    }
  }

  error(error: unknown): void {
    if (this.hasEnded || this.closed) return
    this.hasEnded = true
    if (!this.following.error) {
      this.subscriber.error(error)
      return
    }
    try {
      this.unsubscribe()
    } catch (thrown) {
      this.subscriber.error(thrown)
      return
    }
    this.failure = error
    if (this.isSubscribing) this.isFailed = true
    else this.fail()
  }

  private fail(): void {
    if (this.subscriber.closed) return
    try {
      this.following.error?.(this.failure)
    } catch (error) {
      this.subscriber.error(error)
    }
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
 * Subscribes to a source on behalf of a subscriber. An error is handled when the source has been
 * let go of, so that who asks again does not ask beside it; what a handler throws is the subscriber's error.
 */
export const follow = <A>(source: Observable<A>, subscriber: Subscriber<unknown>, following: Following<A>): void => {
  new Follower(subscriber, following).start(source)
}
