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
import { delay } from '../clock/delay.js'
import type { Clock } from '../index.js'
import type { RoundEnd } from './Engine.js'

/** A round that is held: its job, and the number that this has while it is. */
export interface HeldJob {
  readonly key: string
  readonly job: string
  readonly revision: number
}

/** The end of a round, which somebody waits for. */
export interface Ending extends HeldJob {
  readonly end: RoundEnd
  readonly subscriber: Subscriber<boolean>
}

/** Ends that are written at once. */
const most = 50

/** Milliseconds for which the first of them waits for others. */
const gathering = 100

const answer = (batch: ReadonlyArray<Ending>, ended: ReadonlySet<string>): void => {
  for (const { subscriber, job } of batch) {
    subscriber.next(ended.has(job))
    subscriber.complete()
  }
}

/**
 * The ends of the rounds of a worker, which are written in batches: a transaction costs about as much for fifty as for one.
 *
 * - `held`: how many rounds the worker has, with those whose end waits.
 */
export const createEndings = (clock: Clock, held: () => number) => {
  const waiting: Array<Ending> = []
  const added = new Subject<void>()
  let isClosed = false

  const isWhole = (): boolean => waiting.length >= Math.min(most, held())

  /** Waits until a batch is as large as it may be, or nobody else can join it, or its first one has waited. */
  const gathered: Observable<unknown> = defer(() => {
    if (waiting.length === 0)
      return added.pipe(
        take(1),
        concatMap(() => gathered),
      )
    return isWhole() ? of(true) : race(delay(clock, gathering), added.pipe(filter(isWhole))).pipe(take(1))
  })

  return {
    /** Asks for a round to be ended; once the worker has ended, the round is its own no longer. */
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
     * Writes ends as they come, and never completes; what fails is written again at the next subscription. `settle` is told
     * of a batch before those who wait for its ends.
     */
    write: (
      finish: (batch: ReadonlyArray<Ending>) => Observable<ReadonlySet<string>>,
      settle: (batch: ReadonlyArray<Ending>) => void,
    ): Observable<never> =>
      gathered.pipe(
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
