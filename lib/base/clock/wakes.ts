import { catchError, filter, NEVER, Observable } from 'rxjs'
import type { Clock } from './Clock.js'

/**
 * The hints of a clock that time may have leapt or that the network is back. Never errors and never completes. Values
 * that `wake$` emits synchronously while it is subscribed to are ignored, as they are about the past.
 */
export const wakes = ({ wake$ = NEVER }: Clock): Observable<unknown> =>
  new Observable((subscriber) => {
    let isSubscribing = true
    const hints = wake$.pipe(
      filter(() => !isSubscribing),
      catchError(() => NEVER),
    )
    subscriber.add(hints.subscribe(subscriber))
    isSubscribing = false
  })
