import { type Observer, type Subscriber, Subscription, type SubscriptionLike, type TeardownLogic } from 'rxjs'

type Teardown = Exclude<TeardownLogic, void>

const letGo = (teardown: Teardown): void => {
  if (typeof teardown === 'function') teardown()
  else teardown.unsubscribe()
}

const isOpen = (teardown: Teardown & { readonly closed?: unknown }): boolean => teardown.closed !== true

/**
 * What a source tells, on behalf of a subscriber: several operators in one.
 *
 * It does what a `Subscription` does, so that Observables of RxJS make no subscriber of their own around it. A request goes
 * through several, each of which holds one or two things: it does without the lists that are made for any number.
 */
export abstract class Sink<A> implements Observer<A>, SubscriptionLike {
  closed = false
  private held: ReadonlyArray<Teardown> = []

  constructor(protected readonly subscriber: Subscriber<unknown>) {}

  abstract next(value: A): void
  abstract error(error: unknown): void
  abstract complete(): void

  add(teardown: TeardownLogic): void {
    if (!teardown || teardown === this) return
    if (this.closed) letGo(teardown)
    // What has ended meanwhile is let go of: who tries again for days adds as often.
    else this.held = [...this.held.filter(isOpen), teardown]
  }

  remove(teardown: Teardown): void {
    this.held = this.held.filter((other) => other !== teardown)
  }

  /** Lets go of all, whatever goes wrong; a `Subscription` then throws that as one error. */
  unsubscribe(): void {
    if (this.closed) return
    this.closed = true
    this.subscriber.remove(this)
    const { held } = this
    this.held = []
    let failures: Subscription | undefined
    for (const teardown of held)
      try {
        letGo(teardown)
      } catch (error) {
        failures ??= new Subscription()
        failures.add(() => {
          throw error
        })
      }
    failures?.unsubscribe()
  }
}
