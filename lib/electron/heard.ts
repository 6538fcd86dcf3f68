import { Observable } from 'rxjs'

type Listener<E> = (event: E) => void

/** What an emitter calls its listeners with, the first argument alone; listens while it is subscribed to. */
export const heard = <E>(
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
