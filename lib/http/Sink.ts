import { type Observer, type Subscriber, Subscription, type SubscriptionLike, type TeardownLogic } from 'rxjs'

type Teardown = Exclude<TeardownLogic, void>

const letGo = (teardown: Teardown): void => {
  if (typeof teardown === 'function') teardown()
  else teardown.unsubscribe()
}

/** Lets go of all, whatever goes wrong; a `Subscription` then throws that as one error. */
const letGoOfAll = (held: ReadonlyArray<Teardown>): void => {
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

/**
 * What a source tells, on behalf of a subscriber: several operators in one.
 *
 * It does what a `Subscription` does, so that Observables of RxJS make no subscriber of their own around it. A request goes
 * through several, each of which holds one or two things: it does without the lists that are made for any number.
 */
export abstract class Sink<A> implements Observer<A>, SubscriptionLike {
  closed = false
  private held: Teardown | Array<Teardown> | undefined

  constructor(protected readonly subscriber: Subscriber<unknown>) {}

  abstract next(value: A): void
  abstract error(error: unknown): void
  abstract complete(): void

  add(teardown: TeardownLogic): void {
    if (!teardown || teardown === this) return
    if (this.closed) letGo(teardown)
    else if (this.held === undefined) this.held = teardown
    else if (Array.isArray(this.held)) this.held.push(teardown)
    else this.held = [this.held, teardown]
  }

  remove(teardown: Teardown): void {
    if (this.held === teardown) this.held = undefined
    else if (Array.isArray(this.held)) this.held = this.held.filter((other) => other !== teardown)
  }

  unsubscribe(): void {
    if (this.closed) return
    this.closed = true
    this.subscriber.remove(this)
    const { held } = this
    this.held = undefined
    if (Array.isArray(held)) letGoOfAll(held)
    else if (held !== undefined) letGoOfAll([held])
  }
}
