import { AsyncSubject, concat, defer, EMPTY, finalize, type Observable } from 'rxjs'

/** Makes streams wait for each other: of all that are run with what it returns, each begins when those before it have ended. */
export const oneAtATime = () => {
  let last$: Observable<never> = EMPTY
  return <A>(run$: Observable<A>): Observable<A> =>
    defer(() => {
      const before$ = last$
      const ended$ = new AsyncSubject<never>()
      last$ = ended$
      // One that is unsubscribed while it waits lets nobody pass before its turn.
      return concat(before$, run$).pipe(finalize(() => void before$.subscribe(ended$)))
    })
}
