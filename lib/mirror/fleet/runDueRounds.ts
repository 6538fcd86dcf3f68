import { concat, defer, merge, mergeMap, type Observable, Subject, tap } from 'rxjs'
import type { Streak } from './createStreak.js'
import type { DueRound, Engine, WorkConfig, WorkerEvent } from './Engine.js'

/** How many rounds of each lane a worker runs at once after a pause, until one has succeeded. */
const oneRoundEach: WorkConfig['concurrency'] = { scheduled: 1, immediate: 1 }

/**
 * Takes rounds from an engine and runs them. While the streak of failures is too long, it runs one round of each lane
 * at a time. More would send many requests to a service that is down, and a failed round would abort others that may
 * succeed.
 */
export const runDueRounds = <A>(
  engine: Engine,
  streak: Streak,
  { concurrency, stop$, ...config }: WorkConfig,
  run: (value: DueRound | WorkerEvent) => Observable<A>,
): Observable<A> => {
  const work = (limits: WorkConfig): Observable<A> =>
    defer(() => engine.work({ ...config, ...limits })).pipe(mergeMap(run))
  return defer(() => {
    if (!streak.isTooLong()) return work({ concurrency, stop$ })
    const roundSucceeded$ = new Subject<void>()
    return concat(
      work({ concurrency: oneRoundEach, stop$: merge(stop$, roundSucceeded$) }).pipe(
        tap(() => {
          if (!streak.isTooLong()) roundSucceeded$.next()
        }),
      ),
      work({ concurrency, stop$ }),
    )
  })
}
