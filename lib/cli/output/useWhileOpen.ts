import { dematerialize, exhaustMap, materialize, type Observable } from 'rxjs'

/** Works with the value that a source emits, and unsubscribes from the source when the work is done or has failed. */
export const useWhileOpen = <A, B>(opened$: Observable<A>, work: (opened: A) => Observable<B>): Observable<B> =>
  opened$.pipe(
    exhaustMap((opened) => materialize<B>()(work(opened))),
    dematerialize(),
  )
