import { catchError, filter, NEVER, Observable } from 'rxjs'
import type { Clock } from './Clock.js'

/** A clock's hints that time may have leapt; never errors. What is told at the subscription is old, and passed over. */
export const wakes = ({ wake$ = NEVER }: Clock): Observable<unknown> =>
  new Observable((subscriber) => {
    let isOld = true
    const hints = wake$.pipe(
      filter(() => !isOld),
      catchError(() => NEVER),
    )
    subscriber.add(hints.subscribe(subscriber))
    isOld = false
  })
