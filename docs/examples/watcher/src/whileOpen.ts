import { dematerialize, exhaustMap, materialize, type Observable } from 'rxjs'

/** Runs a stream on what another one opens, which is closed when the stream ends. */
export const whileOpen = <R, A>(opening$: Observable<R>, run: (opened: R) => Observable<A>): Observable<A> =>
  opening$.pipe(
    exhaustMap((opened) => run(opened).pipe(materialize())),
    dematerialize(),
  )
