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
import type { Clock } from '../clock/Clock.js'
import { after, now, until } from '../clock/Moment.js'
import { rest } from '../clock/rest.js'

/** Triggers start no round sooner after the last one. */
const breath = 1000

/** What hurries a watcher. */
export interface Haste {
  /** Emits nothing; while it is subscribed to, triggers count. Its error is theirs. */
  readonly triggers$: Observable<never>
  /** Emits at each trigger that none went before since the last round has begun. */
  readonly hurry$: Observable<unknown>
  /** A round begins: triggers from now on are for another. */
  readonly begin: () => void
  /** Rests after a round for so many milliseconds, or until it is triggered; emits whether that cut it short. */
  readonly pause: (clock: Clock, ms: number) => Observable<boolean>
}

/** The haste of one watcher, however fast it is triggered. */
export const haste = (trigger$: Observable<unknown>): Haste => {
  const isTriggered = new BehaviorSubject(false)
  return {
    triggers$: trigger$.pipe(
      tap(() => isTriggered.next(true)),
      ignoreElements(),
    ),
    hurry$: isTriggered.pipe(filter(Boolean)),
    begin: () => isTriggered.next(false),
    pause: (clock, ms) => {
      const begun = now(clock)
      return isTriggered.pipe(
        distinctUntilChanged(),
        switchMap((triggered) => {
          const isCut = triggered && breath < ms
          return rest(clock, Math.max(until(after(begun, isCut ? breath : ms), clock), 0)).pipe(map(() => isCut))
        }),
      )
    },
  }
}
