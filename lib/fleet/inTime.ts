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
import { delay } from '../clock/delay.js'
import type { Clock } from '../index.js'

/** Errors with what `error` gives, and unsubscribes, where no value comes for `ms` milliseconds and the stream has not ended. */
export const inTime = <A>(clock: Clock, ms: number, error: () => Error): MonoTypeOperatorFunction<A> =>
  connect((shared$) => {
    const late$ = shared$.pipe(
      startWith(undefined),
      switchMap(() => delay(clock, ms)),
      map(() => {
        throw error()
      }),
      takeUntil(shared$.pipe(ignoreElements(), endWith(undefined))),
    )
    return merge(late$, shared$)
  })
