interface Observer<A> {
  readonly next?: (value: A) => void
  readonly error?: (error: unknown) => void
  readonly complete?: () => void
}

/** The part of a run that the function which starts an Observable gets. */
class StandInSubscriber<A> {
  readonly observers = new Set<Observer<A>>()
  readonly #teardowns: Array<() => void> = []
  active = true

  readonly addTeardown = (teardown: () => void): void => {
    if (this.active) this.#teardowns.unshift(teardown)
    else teardown()
  }

  readonly close = (): void => {
    if (!this.active) return
    this.active = false
    for (const teardown of this.#teardowns) teardown()
  }

  readonly #end = (notify: (observer: Observer<A>) => void): void => {
    if (!this.active) return
    const observers = [...this.observers]
    this.close()
    observers.forEach(notify)
  }

  readonly next = (value: A): void => {
    if (this.active) for (const observer of [...this.observers]) observer.next?.(value)
  }

  readonly error = (error: unknown): void => {
    this.#end((observer) => observer.error?.(error))
  }

  readonly complete = (): void => {
    this.#end((observer) => observer.complete?.())
  }
}

/**
 * A stand-in for the platform's `Observable` with `subscribe` alone, as https://wicg.github.io/observable/ specifies it.
 * `spec/browser/run.mjs` checks the same in Chromium, whose own it is.
 */
export class StandInObservable<A> {
  readonly #start: (subscriber: StandInSubscriber<A>) => void
  #running: StandInSubscriber<A> | undefined

  constructor(start: (subscriber: StandInSubscriber<A>) => void) {
    this.#start = start
  }

  subscribe(target: Observer<A> | ((value: A) => void), { signal }: { readonly signal?: AbortSignal } = {}): void {
    const observer = typeof target === 'function' ? { next: target } : target
    const joined = this.#running?.active === true ? this.#running : undefined
    const subscriber = joined ?? new StandInSubscriber<A>()
    this.#running = subscriber
    subscriber.observers.add(observer)
    const leave = (): void => {
      subscriber.observers.delete(observer)
      if (subscriber.observers.size === 0) subscriber.close()
    }
    if (signal?.aborted === true) leave()
    else signal?.addEventListener('abort', leave)
    if (joined === undefined) this.#start(subscriber)
  }
}
