import {
  AsyncSubject,
  BehaviorSubject,
  concatMap,
  defer,
  filter,
  ignoreElements,
  map,
  type Observable,
  of,
  race,
  repeat,
  take,
  tap,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { RoundEnd } from './Engine.js'
import type { HeldRound } from './HeldRound.js'

/** An end that is not written yet. `isHeld` emits whether the worker still held the round. */
export interface PendingEnd {
  readonly round: HeldRound
  readonly end: RoundEnd
  readonly isHeld: AsyncSubject<boolean>
}

/** The maximum number of ends that one statement writes. */
const maxBatch = 50

/** How many milliseconds the first end of a batch waits for others. */
const batchDelay = 100

const emitResults = (batch: ReadonlyArray<PendingEnd>, heldJobs: ReadonlySet<string>): void => {
  for (const { isHeld, round } of batch) {
    isHeld.next(heldJobs.has(round.job))
    isHeld.complete()
  }
}

/**
 * Writes the ends of a worker's rounds in batches, because a transaction costs about as much for fifty ends as for one. A
 * round leaves `held$` when its end is written, before `end` emits.
 */
export const createRoundEnds = (clock: Clock, held$: BehaviorSubject<ReadonlyArray<HeldRound>>) => {
  const pending$ = new BehaviorSubject<ReadonlyArray<PendingEnd>>([])
  let isClosed = false

  const removeHeld = (batch: ReadonlyArray<PendingEnd>): void => {
    const ended = new Set(batch.map(({ round }) => round))
    held$.next(held$.value.filter((round) => !ended.has(round)))
  }

  /** Whether a batch has its maximum size, or has the ends of all held rounds. */
  const isFull = ({ length }: ReadonlyArray<PendingEnd>): boolean => length >= Math.min(maxBatch, held$.value.length)

  /** Emits a batch when it is full, or `batchDelay` after its first end. */
  const batch$ = pending$.pipe(
    filter(({ length }) => length > 0),
    take(1),
    concatMap(() => race(pending$.pipe(filter(isFull)), delay(clock, batchDelay))),
    take(1),
    map(() => pending$.value.slice(0, maxBatch)),
  )

  return {
    /**
     * Adds the end of a round to the next batch. Emits `false` if the worker has stopped, because it then holds no rounds.
     */
    end: (round: HeldRound, end: RoundEnd): Observable<boolean> =>
      defer(() => {
        if (isClosed) return of(false)
        const isHeld = new AsyncSubject<boolean>()
        pending$.next([...pending$.value, { round, end, isHeld }])
        return isHeld
      }),
    /**
     * Writes batches with `finish`, which emits the jobs that the worker still held. Emits nothing, and never completes. If
     * a batch could not be written, the next subscription writes it.
     */
    write: (finish: (batch: ReadonlyArray<PendingEnd>) => Observable<ReadonlySet<string>>): Observable<never> =>
      batch$.pipe(
        concatMap((batch) =>
          finish(batch).pipe(
            tap((heldJobs) => {
              pending$.next(pending$.value.slice(batch.length))
              removeHeld(batch)
              emitResults(batch, heldJobs)
            }),
          ),
        ),
        ignoreElements(),
        repeat(),
      ),
    /** The ends that are not written yet. */
    pending: (): ReadonlyArray<PendingEnd> => pending$.value,
    /** Makes all ends emit `false`. Pending ends remain pending, for the last statement of the worker. */
    close: (): void => {
      isClosed = true
      emitResults(pending$.value, new Set())
    },
  }
}
