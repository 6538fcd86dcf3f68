import {
  catchError,
  defer,
  EMPTY,
  endWith,
  exhaustMap,
  first,
  merge,
  type Observable,
  of,
  scan,
  take,
  tap,
  throwError,
} from 'rxjs'
import { PermitDeclined } from '../budget/Admission.js'
import type { Policy } from '../Http.js'

/** The latest value, at once; `true` as long as there is none, after an error and after completion. */
const activity = (active$: Observable<boolean>): Observable<boolean> =>
  merge(
    active$.pipe(
      catchError(() => EMPTY),
      endWith(true),
    ),
    of(undefined),
  ).pipe(scan((known: boolean, latest: boolean | undefined) => latest ?? known, true))

/**
 * Emits once, as soon as the latest value is not `false`, and completes.
 *
 * It subscribes only while somebody waits, so `active$` must emit its latest value to each subscriber at once. Without a
 * value, after an error and after completion, nobody waits.
 */
export const whenActive = (active$: Observable<boolean>): Observable<boolean> =>
  activity(active$).pipe(first((isActive) => isActive))

/**
 * Holds back background requests, such as those of watchers, while `active$` says `false`: both before they are sent on, and
 * when they have their permits. In the second case they take none, and wait until there is activity again.
 *
 * Authentications pass: the requests that need them are held back themselves.
 */
export const pause =
  (active$: Observable<boolean>): Policy =>
  (next) =>
  (request) => {
    if (request.priority !== 'background' || request.operation === 'authenticate') return next(request)
    return defer(() => {
      let isActive = true
      const admission = { isStillWanted: () => isActive, waitsSince: undefined }
      const attempt = defer(() => next({ ...request, admission })).pipe(
        catchError((error: unknown) => (error instanceof PermitDeclined ? EMPTY : throwError(() => error))),
      )
      return activity(active$).pipe(
        tap((known) => (isActive = known)),
        exhaustMap((known) => (known ? attempt : EMPTY)),
        take(1),
      )
    })
  }
