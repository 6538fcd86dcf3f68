import { catchError, NEVER, type Observable } from 'rxjs'
import type { Clock } from './Clock.js'

/** A clock's hints that time may have leapt; never errors. */
export const wakes = ({ wake$ = NEVER }: Clock): Observable<unknown> => wake$.pipe(catchError(() => NEVER))
