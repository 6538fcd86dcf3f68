import { Observable, type Subscriber } from 'rxjs'

/**
 * Those who listen to something hot: a Subject for the few, in a fifth of its memory, for there may be thousands of them.
 */
export class Audience<A> {
  private listeners: ReadonlyArray<Subscriber<A>> = []

  /** Hot. What is told from then on; never completes. */
  get told$(): Observable<A> {
    return new Observable((subscriber) => {
      // A spread would leave room for sixteen more.
      this.listeners = this.listeners.concat([subscriber])
      return () => {
        this.listeners = this.listeners.filter((listener) => listener !== subscriber)
      }
    })
  }

  isEmpty(): boolean {
    return this.listeners.length === 0
  }

  /** Tells each in turn, unless one of them has made it untrue meanwhile. */
  tell(value: A, isTrue: () => boolean = () => true): void {
    for (const listener of this.listeners) if (isTrue()) listener.next(value)
  }

  /** Ends with an error for all who listen now. */
  fail(error: unknown): void {
    for (const listener of this.listeners) listener.error(error)
  }
}
