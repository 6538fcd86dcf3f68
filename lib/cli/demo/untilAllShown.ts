import { defer, map, type Observable, takeUntil, takeWhile, timer } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { initialDemoState, missingSteps } from './DemoState.js'
import type { Step } from './DemoView.js'

const timeoutMs = 30_000

/**
 * Completes when every step of a demo has happened once; errors after 30 seconds.
 */
export const untilAllShown =
  (clock: Clock = systemClock) =>
  (steps$: Observable<Step>): Observable<Step> =>
    defer(() => {
      let missing = missingSteps(initialDemoState)
      const timeout$ = timer(timeoutMs, clock.scheduler).pipe(
        map((): never => {
          throw new Error(`the demo took longer than 30 s; missing: ${missing.join(', ')}`)
        }),
      )
      return steps$.pipe(
        takeWhile(({ state }) => {
          missing = missingSteps(state)
          return missing.length > 0
        }, true),
        takeUntil(timeout$),
      )
    })
