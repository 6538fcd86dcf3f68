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
} from 'rxjs'
import { afterTurn } from '../clock/afterTurn.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import { cannotPage, type FetchPage, follow, type ReadPage, type UnreadPage } from './fetchPage.js'
import { fingerprint } from './fingerprint.js'
import { prints } from './prints.js'
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

interface Step<B> {
  readonly result: B
  readonly next: Observable<Step<B>>
}

/**
 * Reads a list page by page, on `expand`: the next request leaves after the page was emitted and `pace` has completed,
 * or, with `prefetch: 1`, as soon as the page's link is read and the event loop has had a turn, in which the connection
 * that brought the page is free again. Then it has another, to send that request, before the page is decoded and its
 * consumer runs.
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
    const visit = prints()
    let emptyPages = 0

    const after = ({ asked, isEmpty, next, number: before }: UnreadPage<A>): Observable<UnreadPage<A>> => {
      visit(fingerprint(asked.url))
      emptyPages = isEmpty ? emptyPages + 1 : 0
      if (isNone(next)) return EMPTY
      const number = before + 1
      if (number > maxPages) return cannotPage(request, 'too-many-pages', number)
      if (emptyPages >= maxEmptyPages) return cannotPage(request, 'no-progress', number)
      return follow(connection, request, next.value, (address) => {
        if (visit(fingerprint(address.url))) return cannotPage(request, 'loop', number)
        return fetch.unread(some(address))
      })
    }

    const ahead = (page: Observable<UnreadPage<A>>): Observable<UnreadPage<A>> => {
      const held = new ReplaySubject<UnreadPage<A>>(1)
      destination.add(page.subscribe(held))
      return held
    }

    const step = (source: Observable<UnreadPage<A>>): Observable<Step<B>> =>
      source.pipe(
        concatMap((page) => {
          const following = after(page)
          const results = (fetched: Observable<UnreadPage<A>>) =>
            defer(() => through(page.read())).pipe(map((result) => ({ result, next: step(fetched) })))
          if (prefetch === 0 || isNone(page.next)) return results(following)
          const { clock } = connection
          return afterTurn(
            clock,
            defer(() => afterTurn(clock, results(ahead(following)))),
          )
        }),
      )

    const inner = ({ result, next }: Step<B>): Observable<Step<B>> =>
      new Observable((subscriber) => {
        bounce(() => {
          if (subscriber.closed) return
          const paced = pace === noPace ? next : concat(defer(() => pace(result)).pipe(ignoreElements()), next)
          paced.subscribe(subscriber)
        })
      })

    return step(fetch.unread(none))
      .pipe(
        expand(inner, 1),
        map(({ result }) => result),
      )
      .subscribe(destination)
  })

/** Nothing to wait for between pages. */
export const noPace = (): Observable<never> => EMPTY
