import { catchError, concat, defer, EMPTY, type Observable, throwError } from 'rxjs'
import { failureScope } from './failureScope.js'
import type { Feed } from './Feed.js'
import { ComparisonFailed, type FeedFailure, FeedsFailed } from './FeedsFailed.js'

/**
 * Reads feeds one after another. A feed that fails does not stop the others: the stream errors with `FeedsFailed` after the
 * last feed. It errors at once with an error that concerns more than one feed. The same applies to the second error that may
 * concern the whole service: a service that is down then gets two requests instead of one for each feed. If there is only
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
