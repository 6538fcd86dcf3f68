import { catchError, EMPTY, endWith, first, merge, type Observable, of, scan, switchMap } from 'rxjs'
import type { Policy } from '../Http.js'

/**
 * Emits once, as soon as the latest value is not `false`, and completes.
 *
 * Subscribed to only while somebody waits, so what has to wait must be said to each subscriber at once. Where nothing is
 * said, after an error and after completion, nothing has to wait.
 */
export const whenActive = (active$: Observable<boolean>): Observable<boolean> =>
  merge(
    active$.pipe(
      catchError(() => EMPTY),
      endWith(true),
    ),
    of(undefined),
  ).pipe(
    scan((known: boolean, said: boolean | undefined) => said ?? known, true),
    first((isActive) => isActive),
  )

/** Holds back what nobody made himself, such as the polls of watchers, while there is no use in it. */
export const pause =
  (active$: Observable<boolean>): Policy =>
  (next) =>
  (request) =>
    request.priority === 'background' ? whenActive(active$).pipe(switchMap(() => next(request))) : next(request)
