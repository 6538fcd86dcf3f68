import { dematerialize, exhaustMap, materialize, type Observable } from 'rxjs'

/** Runs `work` with the value that a source emits, and unsubscribes from the source when the work completes or errors. */
export const useWhileOpen = <A, B>(opened$: Observable<A>, work: (opened: A) => Observable<B>): Observable<B> =>
  opened$.pipe(
    exhaustMap((opened) => materialize<B>()(work(opened))),
    dematerialize(),
  )
