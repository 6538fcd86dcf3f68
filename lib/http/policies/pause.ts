import { none } from 'fp-ts/lib/Option.js'
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
import { RequestWithheld } from '../../error/RequestWithheld.js'
import type { Policy } from '../Http.js'

/** What was said last, from the beginning; `true` where nothing is said, after an error and after completion. */
const activity = (active$: Observable<boolean>): Observable<boolean> =>
  merge(
    active$.pipe(
      catchError(() => EMPTY),
      endWith(true),
    ),
    of(undefined),
  ).pipe(scan((known: boolean, said: boolean | undefined) => said ?? known, true))

/**
 * Emits once, as soon as the latest value is not `false`, and completes.
 *
 * Subscribed to only while somebody waits, so what has to wait must be said to each subscriber at once. Where nothing is
 * said, after an error and after completion, nothing has to wait.
 */
export const whenActive = (active$: Observable<boolean>): Observable<boolean> =>
  activity(active$).pipe(first((isActive) => isActive))

/**
 * Holds back what nobody made himself, such as the polls of watchers, while there is no use in it: before it is `asked`,
 * and when its turn comes `within` a policy. Then the turn is given back, which takes no point.
 */
export const pause =
  (active$: Observable<boolean>, within: Policy, asked: (within: Policy) => Policy): Policy =>
  (next) => {
    const direct = asked(within)(next)
    return (request) => {
      if (request.priority !== 'background' || request.operation === 'authenticate') return direct(request)
      return defer(() => {
        let isActive = true
        let held: unknown
        const judged: Policy = (leave) =>
          within((turned) => {
            if (isActive) return leave(turned)
            held = new RequestWithheld({ ...request, reason: 'budget', retryAfter: none })
            return throwError(() => held)
          })
        const attempt = defer(() => asked(judged)(next)(request)).pipe(
          catchError((error: unknown) => (error === held ? EMPTY : throwError(() => error))),
        )
        return activity(active$).pipe(
          tap((said) => (isActive = said)),
          exhaustMap((said) => (said ? attempt : EMPTY)),
          take(1),
        )
      })
    }
  }
