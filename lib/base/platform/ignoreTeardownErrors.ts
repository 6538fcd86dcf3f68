import { noop, Observable } from 'rxjs'

/**
 * The same stream, but an error that its teardown throws is ignored. For streams of the program and of other libraries:
 * RxJS would throw an `UnsubscriptionError` with the text of the teardown's error into the operator that unsubscribes,
 * so that an unrelated stream would error.
 *
 * The teardown runs before the error or the completion is emitted. It is a `new Observable`, because no operator can
 * catch what an `unsubscribe` throws.
 */
export const ignoreTeardownErrors = <A>(source: Observable<A>): Observable<A> =>
  new Observable((subscriber) => {
    let tearDown = noop
    const observed$ = new Observable<A>((inner) => {
      tearDown = () => {
        try {
          inner.unsubscribe()
        } catch {
          // The stream has completed or errored, or has no subscriber any more.
        }
      }
      subscriber.add(tearDown)
      if (!inner.closed) source.subscribe(inner)
    })
    observed$.subscribe({
      next: (value) => subscriber.next(value),
      error: (error: unknown) => {
        tearDown()
        subscriber.error(error)
      },
      complete: () => {
        tearDown()
        subscriber.complete()
      },
    })
  })
