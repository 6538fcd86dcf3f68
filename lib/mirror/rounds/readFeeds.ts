import { catchError, concat, defer, EMPTY, type Observable, throwError } from 'rxjs'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import { isBusy, isTransient } from '../../base/error/isTransient.js'
import type { Feed } from '../core/Feed.js'
import { MirrorError } from '../core/MirrorError.js'
import { ComparisonFailed, type FeedFailure, FeedsFailed } from './FeedsFailed.js'

/** Whether the service refused the token, for this list or for all lists. The next list shows which. */
const isTokenRefused = (error: unknown): boolean => isServiceStatus(error, 401)

/** Whether the client got no token for the user, without which it can send no request of the round. */
const isAuthenticationFailure = (error: ClientError): boolean =>
  'operation' in error && error.operation === 'authenticate'

/**
 * What the error of a feed concerns.
 *
 * - `feed`: this list of this user; the others can be read.
 * - `service`: this list, or the service. The next list shows which.
 * - `round`: the user, the network, the database or the program. No other list can be read.
 */
type FailureScope = 'feed' | 'service' | 'round'

/** Decides what the error of a feed concerns. */
export const failureScope = (error: unknown): FailureScope => {
  if (error instanceof MirrorError) return error.reason === 'unwritable' ? 'feed' : 'round'
  if (!isClientError(error) || isAuthenticationFailure(error)) return 'round'
  switch (error._tag) {
    case 'StatusError':
      if (error.status === 429) return 'round'
      if (isTokenRefused(error)) return 'service'
      return isTransient(error) && !isBusy(error) ? 'service' : 'feed'
    case 'TokenUnavailable':
      return isTokenRefused(error.cause) ? 'service' : 'round'
    case 'DecodeError':
      return error.reason === 'shape' && !isTransient(error) ? 'feed' : 'service'
    case 'TimeoutError':
      return 'service'
    case 'PagingError':
    case 'UnspecifiedOperation':
    case 'UnsupportedByVersion':
      return 'feed'
    default:
      return 'round'
  }
}

/**
 * Reads feeds one after another. A feed that fails does not stop the others: the stream errors with `FeedsFailed` after
 * the last feed. It errors at once with an error that concerns more than one feed. It also errors at once with the
 * second error that may concern the service, so that a service that is down gets only two requests. If there is only
 * one feed, the stream errors with its error.
 */
export const readFeeds = <A>(feeds: ReadonlyArray<Feed>, read: (feed: Feed) => Observable<A>): Observable<A> =>
  defer(() => {
    const failures: Array<FeedFailure> = []

    const isFeedFailure = (error: unknown): error is Error => {
      const scope = failureScope(error)
      if (scope !== 'service') return scope === 'feed'
      return !failures.some((failure) => failureScope(failure.error) === 'service')
    }

    const readCatching = (feed: Feed): Observable<A> =>
      read(feed).pipe(
        catchError((failure: unknown) => {
          const isComparison = failure instanceof ComparisonFailed
          const error = isComparison ? failure.error : failure
          // #sabotage: one-feed
          if (!isFeedFailure(error)) return throwError(() => error)
          failures.push({ feed, error, ...(isComparison && { isComparison }) })
          return EMPTY
        }),
      )

    const end$ = defer(() => {
      const [first] = failures
      if (first === undefined) return EMPTY
      const isOnlyFeed = feeds.length === 1 && first.isComparison !== true
      return throwError(() => (isOnlyFeed ? first.error : new FeedsFailed({ failures })))
    })
    return concat(...feeds.map(readCatching), end$)
  })
