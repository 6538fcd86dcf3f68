import { concatMap, defer, mergeMap, type Observable, type OperatorFunction, ReplaySubject } from 'rxjs'

/** Runs a stream for each who joins a set that changes; `left$` emits once they have left, also to who listens later. */
export const forEachMember =
  <K, A>(run: (member: K, left$: Observable<unknown>) => Observable<A>): OperatorFunction<ReadonlySet<K>, A> =>
  (sets$) =>
    defer(() => {
      const members = new Map<K, ReplaySubject<void>>()
      return sets$.pipe(
        concatMap((now) => {
          for (const [member, left$] of [...members].filter(([member]) => !now.has(member))) {
            members.delete(member)
            left$.next()
          }
          return [...now].filter((member) => !members.has(member))
        }),
        mergeMap((member) => {
          const left$ = new ReplaySubject<void>(1)
          members.set(member, left$)
          return run(member, left$)
        }),
      )
    })
