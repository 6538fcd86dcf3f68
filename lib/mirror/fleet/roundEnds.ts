import {
  concatMap,
  defer,
  filter,
  ignoreElements,
  Observable,
  of,
  race,
  repeat,
  Subject,
  type Subscriber,
  take,
  tap,
} from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import type { Clock } from '../../index.js'
import type { RoundEnd } from './Engine.js'

/** A round that a worker holds: the id of its job, and the job's revision, which changes when another worker takes it. */
export interface HeldJob {
  readonly key: string
  readonly job: string
  readonly revision: number
}

/** The end of a round that is to be written, and the subscriber that waits for it. */
export interface Ending extends HeldJob {
  readonly end: RoundEnd
  readonly subscriber: Subscriber<boolean>
}

/** How many ends one statement writes at most. */
const most = 50

/** For how many milliseconds the first end of a batch waits for others. */
const batchDelay = 100

const answer = (batch: ReadonlyArray<Ending>, ended: ReadonlySet<string>): void => {
  for (const { subscriber, job } of batch) {
    subscriber.next(ended.has(job))
    subscriber.complete()
  }
}

/**
 * Writes the ends of a worker's rounds in batches, because a transaction costs about as much for fifty ends as for one.
 *
 * - `held`: how many rounds the worker holds, including those whose end is not written yet.
 */
export const createEndings = (clock: Clock, held: () => number) => {
  const waiting: Array<Ending> = []
  const added = new Subject<void>()
  let isClosed = false

  const isFull = (): boolean => waiting.length >= Math.min(most, held())

  /** Emits when a batch is to be written: it is full, or no other end can join it, or its first end has waited enough. */
  const batchReady$: Observable<unknown> = defer(() => {
    if (waiting.length === 0)
      return added.pipe(
        take(1),
        concatMap(() => batchReady$),
      )
    return isFull() ? of(true) : race(delay(clock, batchDelay), added.pipe(filter(isFull))).pipe(take(1))
  })

  return {
    /** Adds the end of a round to the next batch. Emits `false` if the worker has stopped, as it holds no rounds then. */
    end: (round: HeldJob, end: RoundEnd): Observable<boolean> =>
      new Observable((subscriber) => {
        const ending = { ...round, end, subscriber }
        if (isClosed) answer([ending], new Set())
        else {
          waiting.push(ending)
          added.next()
        }
      }),
    /**
     * Writes the ends that are added, and never completes. A batch that could not be written is written at the next
     * subscription. `settle` is called with a batch before its subscribers get their results.
     */
    write: (
      finish: (batch: ReadonlyArray<Ending>) => Observable<ReadonlySet<string>>,
      settle: (batch: ReadonlyArray<Ending>) => void,
    ): Observable<never> =>
      batchReady$.pipe(
        concatMap(() => {
          const batch = waiting.slice(0, most)
          return finish(batch).pipe(
            tap((ended) => {
              waiting.splice(0, batch.length)
              settle(batch)
              answer(batch, ended)
            }),
          )
        }),
        ignoreElements(),
        repeat(),
      ),
    waiting: (): ReadonlyArray<Ending> => waiting,
    close: (): void => {
      isClosed = true
      answer(waiting.splice(0), new Set())
    },
  }
}
