import { isNone, none, some } from 'fp-ts/lib/Option.js'
import {
  concat,
  concatMap,
  defer,
  EMPTY,
  expand,
  ignoreElements,
  map,
  Observable,
  type ObservableInput,
  ReplaySubject,
  tap,
} from 'rxjs'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import { cannotPage, type FetchPage, follow, type ReadPage } from './fetchPage.js'
import { fingerprint } from './fingerprint.js'
import { trampoline } from './trampoline.js'

/** An endless list of empty pages is given up after so many in a row. */
const maxEmptyPages = 100

/** How a list is read. */
export interface ReadPagesConfig<A, B> {
  readonly maxPages: number
  readonly prefetch: number
  /** Its completion allows the next request. */
  readonly pace: (page: B) => ObservableInput<unknown>
  /** What becomes of a page before it is emitted. */
  readonly through: (page: ReadPage<A>) => Observable<B>
}

interface Turn<B> {
  readonly result: B
  readonly next: Observable<Turn<B>>
}

/**
 * Reads a list page by page, on `expand`: the next request leaves after the page was emitted and `pace` has completed,
 * or, with `prefetch: 1`, as soon as the page is there.
 *
 * The inner Observables start nothing for a closed subscriber, run one at a time, and bounce on a trampoline, so that
 * neither `take` costs a request too many nor a synchronous transport a stack. Of the addresses that were visited only
 * fingerprints are kept.
 */
export const readPages = <A, B>(
  connection: Connection,
  request: ListRequest<A>,
  fetch: FetchPage<A>,
  { maxPages, prefetch, pace, through }: ReadPagesConfig<A, B>,
): Observable<B> =>
  new Observable((destination) => {
    const bounce = trampoline()
    const visited = new Set<number>()
    let emptyPages = 0

    const after = (page: ReadPage<A>): Observable<ReadPage<A>> => {
      emptyPages = page.resources.length === 0 ? emptyPages + 1 : 0
      if (isNone(page.next)) return EMPTY
      const number = page.number + 1
      if (number > maxPages) return cannotPage(request, 'too-many-pages', number)
      if (emptyPages >= maxEmptyPages) return cannotPage(request, 'no-progress', number)
      return follow(connection, request, page.next.value, (address) => {
        const print = fingerprint(address.url)
        if (visited.has(print)) return cannotPage(request, 'loop', number)
        visited.add(print)
        return fetch(some(address))
      })
    }

    const ahead = (page: Observable<ReadPage<A>>): Observable<ReadPage<A>> => {
      const held = new ReplaySubject<ReadPage<A>>(1)
      destination.add(page.subscribe(held))
      return held
    }

    const turn = (source: Observable<ReadPage<A>>): Observable<Turn<B>> =>
      source.pipe(
        concatMap((page) => {
          const fetched = prefetch > 0 ? ahead(after(page)) : after(page)
          return through(page).pipe(map((result) => ({ result, next: turn(fetched) })))
        }),
      )

    const inner = ({ result, next }: Turn<B>): Observable<Turn<B>> =>
      new Observable((subscriber) => {
        bounce(() => {
          const paced = defer(() => pace(result)).pipe(ignoreElements())
          if (!subscriber.closed) concat(paced, next).subscribe(subscriber)
        })
      })

    const first = defer(() => fetch(none)).pipe(tap(({ asked }) => visited.add(fingerprint(asked.url))))
    return turn(first)
      .pipe(
        expand(inner, 1),
        map(({ result }) => result),
      )
      .subscribe(destination)
  })

/** Nothing to wait for between pages. */
export const noPace = (): Observable<never> => EMPTY
