import { isNone, isSome } from 'fp-ts/lib/Option.js'
import {
  concat,
  defer,
  EMPTY,
  expand,
  finalize,
  ignoreElements,
  map,
  mergeMap,
  Observable,
  type ObservableInput,
  ReplaySubject,
  Subscription,
} from 'rxjs'
import { afterTurn } from '../../base/clock/afterTurn.js'
import { hashSet } from '../../base/hash/hashSet.js'
import { textHash } from '../../base/hash/textHash.js'
import type { Connection } from '../../http/Connection.js'
import type { ListRequest } from '../../service/api/Request.js'
import type { FetchedPage, FetchUndecoded, UndecodedPage } from './fetchPage.js'
import { fetchLinked, pagingError } from './followLink.js'

/** Runs a job at once or, if another job is running, as soon as the running job has returned. */
type Trampoline = (job: () => void) => void

/** Creates a trampoline, so that a long chain of synchronous jobs does not overflow the stack. */
export const trampoline = (): Trampoline => {
  const jobs: Array<() => void> = []
  let isRunning = false
  return (job) => {
    jobs.push(job)
    if (isRunning) return
    isRunning = true
    try {
      for (let next = jobs.shift(); next !== undefined; next = jobs.shift()) next()
    } finally {
      isRunning = false
    }
  }
}

/** After this many empty pages in a row the list errors, because it might never complete. */
const maxEmptyPages = 100

/** The default of `maxPages`. */
export const defaultMaxPages = 10_000

/** How a list is read. */
export interface ReadPagesConfig<A, B> {
  readonly maxPages: number
  readonly prefetch: number
  /** After a page, the next request waits until this completes. */
  readonly pace: (page: B) => ObservableInput<unknown>
  /** Transforms a page before it is emitted. */
  readonly transform: (page: FetchedPage<A>) => Observable<B>
}

interface Step<B> {
  readonly result: B
  readonly next: Observable<Step<B>>
}

/**
 * Reads a list page by page: `expand` follows the link of each page. The next request is sent after the page was
 * emitted and `pace` has completed.
 *
 * With `prefetch: 1` the next request is sent as soon as the page's link is read. It waits for one turn of the event
 * loop, in which the socket of the page becomes free. The page is decoded and emitted after another turn, in which the
 * request is sent.
 *
 * To notice a loop of links, it remembers a hash of each page's URL.
 */
export const readPages = <A, B>(
  connection: Connection,
  request: ListRequest<A>,
  fetch: FetchUndecoded<A>,
  { maxPages, prefetch, pace, transform }: ReadPagesConfig<A, B>,
): Observable<B> =>
  defer(() => {
    const run = trampoline()
    const addVisited = hashSet()
    const prefetches = new Subscription()
    let emptyPages = 0

    const pageAfter = ({
      httpRequest,
      isEmpty,
      next,
      number: previousNumber,
    }: UndecodedPage<A>): Observable<UndecodedPage<A>> => {
      addVisited(textHash(httpRequest.url))
      emptyPages = isEmpty ? emptyPages + 1 : 0
      if (isNone(next)) return EMPTY
      const number = previousNumber + 1
      if (number > maxPages) return pagingError(request, 'too-many-pages', number)
      if (emptyPages >= maxEmptyPages) return pagingError(request, 'no-progress', number)
      return fetchLinked(connection, request, next.value, (address) => {
        if (addVisited(textHash(address.url))) return pagingError(request, 'loop', number)
        return fetch(address)
      })
    }

    /** Requests a page now, for a later subscriber. */
    const prefetched = (page$: Observable<UndecodedPage<A>>): Observable<UndecodedPage<A>> => {
      const fetched$ = new ReplaySubject<UndecodedPage<A>>(1)
      prefetches.add(page$.subscribe(fetched$))
      return fetched$
    }

    const step = (page$: Observable<UndecodedPage<A>>): Observable<Step<B>> =>
      page$.pipe(
        mergeMap((page) => {
          const nextPage$ = pageAfter(page)
          const results = (next$: Observable<UndecodedPage<A>>): Observable<Step<B>> =>
            transform(page.decode()).pipe(map((result) => ({ result, next: step(next$) })))
          const resultsWithPrefetch = defer(() => {
            const next$ = prefetched(nextPage$)
            const results$ = defer(() => results(next$))
            return afterTurn(connection.clock, results$)
          })
          return prefetch === 1 && isSome(page.next)
            ? afterTurn(connection.clock, resultsWithPrefetch)
            : results(nextPage$)
        }),
      )

    // Not the `queueScheduler`, which the program shares: an error in one of its actions drops all others.
    const next = ({ result, next: next$ }: Step<B>): Observable<Step<B>> =>
      new Observable((subscriber) => {
        run(() => {
          if (!subscriber.closed) concat(defer(() => pace(result)).pipe(ignoreElements()), next$).subscribe(subscriber)
        })
      })

    return step(fetch()).pipe(
      expand(next, 1),
      map(({ result }) => result),
      finalize(() => prefetches.unsubscribe()),
    )
  })

/** A pace that waits for nothing between pages. */
export const noPace = (): Observable<never> => EMPTY
