import { catchError, filter, NEVER, Observable } from 'rxjs'
import type { Clock } from './Clock.js'

/**
 * A clock's hints that time may have leapt or that the network is back. Never errors and never completes. What `wake$`
 * emits while it is being subscribed to tells of the past, and is left out.
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
