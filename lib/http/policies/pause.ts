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
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { authenticate } from '../../service/profile/operations.js'
import { PermitDeclined } from '../budget/Admission.js'
import type { Policy } from '../Http.js'

/**
 * Emits the latest value at once, then each change; `true` before the first value, after an error and after completion.
 */
const activity = (active$: Observable<boolean>): Observable<boolean> =>
  merge(
    active$.pipe(
      ignoreTeardownErrors,
      catchError(() => EMPTY),
      endWith(true),
    ),
    of(undefined),
  ).pipe(scan((previous: boolean, latest: boolean | undefined) => latest ?? previous, true))

/**
 * Emits once and completes as soon as the latest value of `active$` is not `false`.
 *
 * `active$` must emit its latest value to each subscriber at once, because it is subscribed to only while a request
 * waits. Without a value, after an error and after completion, nothing waits.
 */
export const whenActive = (active$: Observable<boolean>): Observable<boolean> =>
  activity(active$).pipe(first((isActive) => isActive))

/**
 * Delays background requests, such as a watcher's, while the latest value of `active$` is `false`. The value is checked
 * before a request is passed on, and again when there are permits for it. If it is then `false`, the request takes no
 * permits and waits for `true`.
 *
 * Authentications are not delayed: the requests that need them are.
 */
export const pause =
  (active$: Observable<boolean>): Policy =>
  (next) =>
  (request) => {
    if (request.priority !== 'background' || request.operation === authenticate.name) return next(request)
    return defer(() => {
      let isActive = true
      const admission = { isStillWanted: () => isActive, waitsSince: undefined }
      const attempt = defer(() => next({ ...request, admission })).pipe(
        catchError((error: unknown) => (error instanceof PermitDeclined ? EMPTY : throwError(() => error))),
      )
      return activity(active$).pipe(
        tap((isNowActive) => (isActive = isNowActive)),
        exhaustMap((isNowActive) => (isNowActive ? attempt : EMPTY)),
        take(1),
      )
    })
  }
