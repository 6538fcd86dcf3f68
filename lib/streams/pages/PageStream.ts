import { concat, concatAll, defer, EMPTY, lastValueFrom, Observable, type ObservableInput, toArray } from 'rxjs'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { type NotAwaited, toAsyncIterator } from '../send/Stream.js'
import { noPace } from './readPages.js'

/**
 * Reads a list, and emits the values of each page. Before each request except the first it subscribes to `demand$`,
 * which completes when the consumer wants another page.
 */
export type OpenPages<B> = (demand$: Observable<never>) => Observable<ReadonlyArray<B>>

/** Waits after a page: first for the `pace` option, then for the demand of the consumer. */
export const paceWithDemand =
  <P>(pace: (page: P) => ObservableInput<unknown> = noPace, demand$: Observable<never>) =>
  (page: P): Observable<unknown> =>
    concat(defer(() => pace(page)).pipe(ignoreTeardownErrors), demand$)

/**
 * A list as an Observable that is also an `AsyncIterable`.
 *
 * A subscription reads the full list, as fast as its `pace` allows. A `for await` loop requests a page when it needs
 * one, and leaving the loop aborts the request. Each subscription, loop and `toArray()` reads the list again.
 */
export class PageStream<B> extends Observable<B> implements AsyncIterable<B> {
  /** Exists only in the type: it makes `await list` a type error. Await `list.toArray()`, or loop over the list. */
  declare readonly then: NotAwaited<'a list: await its toArray(), loop over it with for await, or subscribe'>

  /** @internal */
  constructor(
    /** @internal */
    readonly open: OpenPages<B>,
  ) {
    super((subscriber) => open(EMPTY).pipe(concatAll()).subscribe(subscriber))
  }

  /**
   * Reads the full list: a Promise of all values of the stream, in their order. It rejects with the stream's error. It
   * cannot be aborted; the `maxPages` of the list limits it.
   */
  toArray(): Promise<Array<B>> {
    return lastValueFrom(this.pipe(toArray()))
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<B, undefined> {
    return toAsyncIterator(this.open)
  }
}
