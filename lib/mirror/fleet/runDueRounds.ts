import { concat, defer, merge, mergeMap, type Observable, Subject, tap } from 'rxjs'
import type { Streak } from './createStreak.js'
import type { DueRound, Engine, WorkConfig, WorkerEvent } from './Engine.js'

/** The limits of the lanes after a pause, until a round has succeeded. */
const few: WorkConfig['places'] = { scheduled: 1, hurried: 1 }

/**
 * Takes rounds of an engine and runs them. While the streak of failures is too long, it takes one at a time: many at once
 * would ask a service that is down many times, and one that fails would abort those that are about to succeed.
 */
export const runDueRounds = <A>(
  engine: Engine,
  streak: Streak,
  { places, stop$ }: WorkConfig,
  run: (one: DueRound | WorkerEvent) => Observable<A>,
): Observable<A> => {
  const work = (config: WorkConfig): Observable<A> => defer(() => engine.work(config)).pipe(mergeMap(run))
  return defer(() => {
    if (!streak.isTooLong()) return work({ places, stop$ })
    const succeeded = new Subject<void>()
    return concat(
      work({ places: few, stop$: merge(stop$, succeeded) }).pipe(
        tap(() => {
          if (!streak.isTooLong()) succeeded.next()
        }),
      ),
      work({ places, stop$ }),
    )
  })
}
