import { concat, concatAll, defer, EMPTY, lastValueFrom, Observable, type ObservableInput, toArray } from 'rxjs'
import type { NotAwaited } from '../send/Stream.js'
import { toAsyncIterator } from '../send/toAsyncIterator.js'
import { noPace } from './readPages.js'

/**
 * Opens a run that emits the values of a list page by page. `demand$` completes when the consumer wants another page; the run
 * waits for it before it requests one.
 */
export type OpenPages<B> = (demand$: Observable<never>) => Observable<ReadonlyArray<B>>

/** What a run waits for after a page: first the `pace` option, then the demand of its consumer. */
export const paceWithDemand =
  <P>(pace: (page: P) => ObservableInput<unknown> = noPace, demand$: Observable<never>) =>
  (page: P): Observable<unknown> =>
    concat(
      defer(() => pace(page)),
      demand$,
    )

/**
 * A list as an Observable that is an `AsyncIterable` too.
 *
 * Subscribing reads it to its end, as fast as its `pace` allows. Iterating pulls: a page is requested when the loop needs
 * it, and leaving the loop aborts. Each subscriber, each loop and each `toArray()` reads the list anew.
 */
export class PageStream<B> extends Observable<B> implements AsyncIterable<B> {
  /** No list has it: it makes `await` of a list a type error. Await its `toArray()`, or loop over it. */
  declare readonly then: NotAwaited<'a list: await its toArray(), loop over it with for await, or subscribe'>

  /** @internal */
  constructor(
    /** @internal */
    readonly open: OpenPages<B>,
  ) {
    super((subscriber) => open(EMPTY).pipe(concatAll()).subscribe(subscriber))
  }

  /**
   * Reads the list to its end: a Promise of all that the stream emits, in the list's order. It rejects with the stream's
   * error. Nothing stops it; `maxPages` of the list bounds it.
   */
  toArray(): Promise<Array<B>> {
    return lastValueFrom(this.pipe(toArray()))
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<B, undefined> {
    return toAsyncIterator(this.open)
  }
}
