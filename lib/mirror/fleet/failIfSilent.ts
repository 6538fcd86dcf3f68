import {
  connect,
  endWith,
  ignoreElements,
  map,
  merge,
  type MonoTypeOperatorFunction,
  startWith,
  switchMap,
  takeUntil,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'

/** Errors with the result of `error`, and unsubscribes, if the source neither emits nor completes for `ms` milliseconds. */
export const failIfSilent = <A>(clock: Clock, ms: number, error: () => Error): MonoTypeOperatorFunction<A> =>
  connect((shared$) => {
    const silence$ = shared$.pipe(
      startWith(undefined),
      switchMap(() => delay(clock, ms)),
      map(() => {
        throw error()
      }),
      takeUntil(shared$.pipe(ignoreElements(), endWith(undefined))),
    )
    return merge(silence$, shared$)
  })
