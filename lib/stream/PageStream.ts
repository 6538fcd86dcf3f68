import { concat, defer, Observable, type ObservableInput, Subject, type Subscriber, takeUntil } from 'rxjs'
import { pull } from './asyncIterator.js'
import type { Page } from './Page.js'
import { noPace } from './readPages.js'

type Pace<A> = (page: Page<A>) => ObservableInput<unknown>

/** Lets a reader of pages go on when its user's pace, and then its consumer's demand, allow it. */
export type Demand = <A>(pace?: Pace<A>) => Pace<A>

/** Opens a run that emits the values of one page after those of the other, and waits for a demand between them. */
export type OpenPages<B> = (demand: Demand) => Observable<ReadonlyArray<B>>

const atOnce: Demand = (pace = noPace) => pace

const onDemand =
  (wanted: Observable<never>): Demand =>
  (pace = noPace) =>
  (page) =>
    concat(
      defer(() => pace(page)),
      wanted,
    )

/** Emits each value by itself, in one loop: of operators each would cost every value more than that. */
const emitEach = <B>(lists: Observable<ReadonlyArray<B>>, subscriber: Subscriber<B>): void => {
  const left$ = new Subject<void>()
  subscriber.add(() => left$.next())
  lists.pipe(takeUntil(left$)).subscribe({
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
 * Subscribing runs it to its end, as fast as its `pace` allows. Iterating pulls: a page is asked for when the loop
 * wants it, and leaving the loop aborts. Each subscriber and each loop has a run of its own.
 */
export class PageStream<B> extends Observable<B> implements AsyncIterable<B> {
  /** @internal */
  constructor(
    /** @internal */
    readonly open: OpenPages<B>,
  ) {
    super((subscriber) => emitEach(open(atOnce), subscriber))
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<B, undefined> {
    return pull((wanted) => this.open(onDemand(wanted)))
  }
}

/** A stream that is looked up anew for each subscriber and each loop. */
export const deferPageStream = <B>(make: () => PageStream<B>): PageStream<B> =>
  new PageStream((demand) => defer(() => make().open(demand)))
