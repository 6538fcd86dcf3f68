import {
  BehaviorSubject,
  distinctUntilChanged,
  filter,
  ignoreElements,
  map,
  type Observable,
  switchMap,
  tap,
} from 'rxjs'
import { addMs, type Clock, msUntil, now } from '../../base/clock/Clock.js'
import { delayByEitherClock } from '../../base/clock/delay.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'

/** The minimum milliseconds from the end of a round to the next triggered round, however often `trigger$` emits. */
const minWaitMs = 1000

/** The trigger of one watcher: an emission of `trigger$` starts the next round early. */
export interface Trigger {
  /**
   * Listens to `trigger$`: emits nothing, and errors as `trigger$` does. Only triggers during this subscription count.
   */
  readonly listening$: Observable<never>
  /** Emits when a round is triggered, or at once if a triggered round has not begun yet. */
  readonly triggered$: Observable<unknown>
  /** Call this when a round begins: later emissions trigger another round. */
  readonly begin: () => void
  /**
   * Waits for `ms` milliseconds, or until a round is triggered. Emits once: whether a trigger has shortened the wait.
   */
  readonly wait: (clock: Clock, ms: number) => Observable<boolean>
}

/** Creates the trigger of a watcher. */
export const createTrigger = (trigger$: Observable<unknown>): Trigger => {
  const isTriggered = new BehaviorSubject(false)
  return {
    listening$: trigger$.pipe(
      ignoreTeardownErrors,
      tap(() => isTriggered.next(true)),
      ignoreElements(),
    ),
    triggered$: isTriggered.pipe(filter(Boolean)),
    begin: () => isTriggered.next(false),
    wait: (clock, ms) => {
      const start = now(clock)
      return isTriggered.pipe(
        distinctUntilChanged(),
        switchMap((triggered) => {
          const endsEarly = triggered && minWaitMs < ms
          const end = addMs(start, endsEarly ? minWaitMs : ms)
          return delayByEitherClock(clock, Math.max(msUntil(end, clock), 0)).pipe(map(() => endsEarly))
        }),
      )
    },
  }
}
