import { isNone, isSome, none, some } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, expand, ignoreElements, Observable, type ObservableInput, ReplaySubject } from 'rxjs'
import { afterTurn } from '../../base/clock/afterTurn.js'
import { hashSet } from '../../base/hash/hashSet.js'
import { textHash } from '../../base/hash/textHash.js'
import type { Connection } from '../../http/Connection.js'
import { relay, RelaySource } from '../../http/relay.js'
import type { ListRequest } from '../../service/api/Request.js'
import { trampoline } from '../send/trampoline.js'
import { fetchLinked, pagingError } from './fetchLinked.js'
import type { FetchedPage, FetchPage, UndecodedPage } from './fetchPage.js'

/** A list is given up after this many empty pages in a row: it might never end. */
const maxEmptyPages = 100

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
 * Reads a list page by page, by `expand`. The next request leaves after the page was emitted and `pace` has completed.
 *
 * With `prefetch: 1` it leaves as soon as the page's link is read, and after a turn of the event loop, in which the socket
 * that brought the page becomes free for it. After another turn, in which the request is sent, the page is decoded and
 * emitted.
 *
 * The inner Observables of `expand` start nothing for a closed subscriber, so that `take` costs no request too many. They
 * run one at a time on a trampoline, so that a synchronous transport does not overflow the stack. Of the addresses of the
 * pages, by which a loop is noticed, only hashes are kept.
 */
export const readPages = <A, B>(
  connection: Connection,
  request: ListRequest<A>,
  fetch: FetchPage<A>,
  { maxPages, prefetch, pace, transform }: ReadPagesConfig<A, B>,
): Observable<B> =>
  new RelaySource((destination) => {
    const run = trampoline()
    const addVisited = hashSet()
    let emptyPages = 0

    const pageAfter = ({ asked, isEmpty, next, number: before }: UndecodedPage<A>): Observable<UndecodedPage<A>> => {
      addVisited(textHash(asked.url))
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

    const prefetched = (page: Observable<UndecodedPage<A>>): Observable<UndecodedPage<A>> => {
      const fetched = new ReplaySubject<UndecodedPage<A>>(1)
      destination.add(page.subscribe(fetched))
      return fetched
    }

    const step = (source: Observable<UndecodedPage<A>>): Observable<Step<B>> =>
      new RelaySource((subscriber) => {
        /** How many have not completed: the request, and the results of its page. */
        let open = 1
        const complete = (): void => {
          if (--open === 0) subscriber.complete()
        }
        const next = (page: UndecodedPage<A>): void => {
          const following = pageAfter(page)
          const results = (link: Observable<UndecodedPage<A>>): Observable<Step<B>> =>
            new RelaySource((to) => {
              relay(transform(page.decode()), to, { next: (result) => to.next({ result, next: step(link) }) })
            })
          const ahead = () => afterTurn(connection.clock, results(prefetched(following)))
          const asksAhead = prefetch === 1 && isSome(page.next)
          open++
          relay(asksAhead ? afterTurn(connection.clock, defer(ahead)) : results(following), subscriber, { complete })
        }
        relay(source, subscriber, { next, complete })
      })

    const inner = ({ result, next }: Step<B>): Observable<Step<B>> =>
      new Observable((subscriber) => {
        run(() => {
          if (subscriber.closed) return
          const paced = pace === noPace ? next : concat(defer(() => pace(result)).pipe(ignoreElements()), next)
          paced.subscribe(subscriber)
        })
      })

    relay(step(fetch.undecoded(none)).pipe(expand(inner, 1)), destination, {
      next: ({ result }) => destination.next(result),
    })
  })

/** A pace that waits for nothing between pages. */
export const noPace = (): Observable<never> => EMPTY
