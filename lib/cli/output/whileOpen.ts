import { dematerialize, exhaustMap, materialize, type Observable } from 'rxjs'

/** Does work with what a source opens, and closes it when the work is done or has failed. */
export const whileOpen = <A, B>(opened$: Observable<A>, work: (opened: A) => Observable<B>): Observable<B> =>
  opened$.pipe(
    exhaustMap((opened) => materialize<B>()(work(opened))),
    dematerialize(),
  )
