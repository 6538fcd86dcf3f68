import { Observable } from 'rxjs'

type Listener<E> = (event: E) => void

/** Emits the first argument of each call of a listener, which is registered while the Observable is subscribed to. */
export const fromListener = <E>(
  listen: (listener: Listener<E>) => unknown,
  stop: (listener: Listener<E>) => unknown,
): Observable<E> =>
  new Observable((subscriber) => {
    const listener: Listener<E> = (event) => {
      subscriber.next(event)
    }
    listen(listener)
    subscriber.add(() => stop(listener))
  })
