import { concat, defer, Observable, type ObservableInput, Subject, type Subscriber, takeUntil } from 'rxjs'
import { pull } from '../send/asyncIterator.js'
import { collect } from '../send/collect.js'
import type { NotAwaited } from '../send/Stream.js'
import type { Page } from './Page.js'
import { noPace } from './readPages.js'

type Pace<A> = (page: Page<A>) => ObservableInput<unknown>

/** Gives what a run waits for after a page, before the next request: the `pace` option, and then its consumer's demand. */
export type Demand = <A>(pace?: Pace<A>) => Pace<A>

/** Opens a run that emits the values of a list page by page, and waits for demand before it requests another page. */
export type OpenPages<B> = (demand: Demand) => Observable<ReadonlyArray<B>>

const unlimited: Demand = (pace = noPace) => pace

const onDemand =
  (demand: Observable<never>): Demand =>
  (pace = noPace) =>
  (page) =>
    concat(
      defer(() => pace(page)),
      demand,
    )

/** Emits the values of each list one by one. It is a loop because each RxJS operator would cost every value more. */
const emitEach = <B>(lists: Observable<ReadonlyArray<B>>, subscriber: Subscriber<B>): void => {
  const unsubscribed$ = new Subject<void>()
  subscriber.add(() => unsubscribed$.next())
  lists.pipe(takeUntil(unsubscribed$)).subscribe({
    next: (values) => {
      for (const value of values) {
        if (subscriber.closed) return
        subscriber.next(value)
      }
    },
    error: (error: unknown) => subscriber.error(error),
    complete: () => subscriber.complete(),
  })
}

/**
 * A list as an Observable that is an `AsyncIterable` too.
 *
 * Subscribing reads it to its end, as fast as its `pace` allows. Iterating pulls: a page is requested when the loop needs
 * it, and leaving the loop aborts. Each subscriber, each loop and each `toArray()` reads the list anew.
 */
export class PageStream<B> extends Observable<B> implements AsyncIterable<B> {
  /** No list has it: `await` of a list is an error of types. Await its `toArray()`, or loop over it. */
  declare readonly then: NotAwaited<'a list: await its toArray(), loop over it with for await, or subscribe'>

  /** @internal */
  constructor(
    /** @internal */
    readonly open: OpenPages<B>,
  ) {
    super((subscriber) => emitEach(open(unlimited), subscriber))
  }

  /**
   * Reads the list to its end: a Promise of all that the stream emits, in the list's order. It rejects with the stream's
   * error. Nothing stops it; `maxPages` of the list bounds it.
   */
  toArray(): Promise<Array<B>> {
    return collect(this)
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<B, undefined> {
    return pull((demand) => this.open(onDemand(demand)))
  }
}

/** A stream that is made anew for each subscriber and each loop. */
export const deferPageStream = <B>(make: () => PageStream<B>): PageStream<B> =>
  new PageStream((demand) => defer(() => make().open(demand)))
