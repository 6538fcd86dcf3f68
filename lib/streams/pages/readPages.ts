import { isNone, isSome, none, some } from 'fp-ts/lib/Option.js'
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
import { fetchLinked, pagingError } from './fetchLinked.js'
import type { FetchedPage, FetchPage, UndecodedPage } from './fetchPage.js'
import { trampoline } from './trampoline.js'

/** A list is given up after this many empty pages in a row: it might never end. */
const maxEmptyPages = 100

/** The maximum number of pages of a list, unless an option says otherwise. */
export const defaultMaxPages = 10_000

/** How a list is read. */
export interface ReadPagesConfig<A, B> {
  readonly maxPages: number
  readonly prefetch: number
  /** What the next request waits for after a page, by its completion. */
  readonly pace: (page: B) => ObservableInput<unknown>
  /** What a page becomes before it is emitted. */
  readonly transform: (page: FetchedPage<A>) => Observable<B>
}

interface Step<B> {
  readonly result: B
  readonly next: Observable<Step<B>>
}

/**
 * Reads a list page by page: `expand` follows the link of each page. The next request leaves after the page was emitted and
 * `pace` has completed.
 *
 * With `prefetch: 1` it leaves as soon as the page's link is read, and after a turn of the event loop, in which the socket
 * that brought the page becomes free for it. After another turn, in which the request is sent, the page is decoded and
 * emitted.
 *
 * Of the addresses of the pages, by which a loop is noticed, only hashes are kept.
 */
export const readPages = <A, B>(
  connection: Connection,
  request: ListRequest<A>,
  fetch: FetchPage<A>,
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
      number: before,
    }: UndecodedPage<A>): Observable<UndecodedPage<A>> => {
      addVisited(textHash(httpRequest.url))
      emptyPages = isEmpty ? emptyPages + 1 : 0
      if (isNone(next)) return EMPTY
      const number = before + 1
      if (number > maxPages) return pagingError(request, 'too-many-pages', number)
      if (emptyPages >= maxEmptyPages) return pagingError(request, 'no-progress', number)
      return fetchLinked(connection, request, next.value, (address) => {
        if (addVisited(textHash(address.url))) return pagingError(request, 'loop', number)
        return fetch.undecoded(some(address))
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
          const resultsAhead = defer(() => {
            const next$ = prefetched(nextPage$)
            const results$ = defer(() => results(next$))
            return afterTurn(connection.clock, results$)
          })
          return prefetch === 1 && isSome(page.next) ? afterTurn(connection.clock, resultsAhead) : results(nextPage$)
        }),
      )

    // Not by `queueScheduler`, which all readers and the program share: an error of one action drops those of the others.
    const next = ({ result, next: next$ }: Step<B>): Observable<Step<B>> =>
      new Observable((subscriber) => {
        run(() => {
          if (!subscriber.closed) concat(defer(() => pace(result)).pipe(ignoreElements()), next$).subscribe(subscriber)
        })
      })

    return step(fetch.undecoded(none)).pipe(
      expand(next, 1),
      map(({ result }) => result),
      finalize(() => prefetches.unsubscribe()),
    )
  })

/** A pace that waits for nothing between pages. */
export const noPace = (): Observable<never> => EMPTY
