import { catchError, filter, NEVER, Observable } from 'rxjs'
import { ignoreTeardownErrors } from '../platform/ignoreTeardownErrors.js'
import type { Clock } from './Clock.js'

/**
 * The hints that a clock may have jumped or that the network is back. Never errors and never completes. Ignores values that
 * `wakeUp$` emits synchronously on subscription, because they are about the past.
 */
export const wakes = ({ wakeUp$ = NEVER }: Clock): Observable<unknown> =>
  new Observable((subscriber) => {
    let isSubscribing = true
    const hints = wakeUp$.pipe(
      ignoreTeardownErrors,
      filter(() => !isSubscribing),
      catchError(() => NEVER),
    )
    subscriber.add(hints.subscribe(subscriber))
    isSubscribing = false
  })
