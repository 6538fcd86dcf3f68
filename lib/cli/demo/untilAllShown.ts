import { defer, map, type Observable, takeUntil, takeWhile, timer } from 'rxjs'
import { type Clock, systemClock } from '../../index.js'
import { initialState, stillToSee } from './DemoState.js'
import type { Step } from './DemoView.js'

const longest = 30_000

/**
 * Completes after the step with which everything that a demo shows has happened once; errors when that takes too long.
 */
export const onceOnly =
  (clock: Clock = systemClock) =>
  (steps$: Observable<Step>): Observable<Step> =>
    defer(() => {
      let missing = stillToSee(initialState)
      const tooLong$ = timer(longest, clock.scheduler).pipe(
        map((): never => {
          throw new Error(`the demo took longer than 30 s; not seen yet: ${missing.join(', ')}`)
        }),
      )
      return steps$.pipe(
        takeWhile(({ state }) => {
          missing = stillToSee(state)
          return missing.length > 0
        }, true),
        takeUntil(tooLong$),
      )
    })
