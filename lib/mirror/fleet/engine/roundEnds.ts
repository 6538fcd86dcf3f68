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
  type ReplaySubject,
  take,
  tap,
} from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { delay } from '../../../base/clock/delay.js'
import type { PoolClientLike } from '../../postgres/PoolLike.js'
import type { DueRound, Lane, RoundEnd } from '../Engine.js'
import { queryOn } from './engineQuery.js'

/** A round that a worker has taken from the database. */
export interface RoundJob {
  readonly round: Omit<DueRound, 'lane' | 'end' | 'runNow$'>
  readonly job: string
  /** A number that changes when another worker takes the job. */
  readonly revision: number
}

/** A round that a worker holds until its end is written. */
export interface HeldRound extends RoundJob {
  readonly lane: Lane
  /** Emits once if `runNow` is called for the user during the round. */
  readonly runNow$: ReplaySubject<void>
}

/** Ten years in milliseconds. A far longer time would exceed the range of the database's timestamps. */
const maxTime = 315_360_000_000

/** Limits a number to what the database accepts, because one invalid number would fail the batch. */
const clamp = (value: number, max: number): number => Math.min(Math.max(Number.isNaN(value) ? 0 : value, 0), max)

/** A reason of limited length, for the list of users. */
const shorten = (reason: string): string => reason.slice(0, 1000)

/**
 * The other changes that an end makes, as JSON for the database; `undefined` if it only schedules the next round or
 * suspends the user.
 */
const changeOf = (end: RoundEnd) => {
  if (end._tag === 'Suspended') return undefined
  if (end.isPostponed) return { postponed: true }
  const { suspended = [], resumed = [], isUserResumed, lastError } = end
  if (suspended.length + resumed.length === 0 && isUserResumed === undefined && lastError === undefined)
    return undefined
  return {
    aside: Object.fromEntries(suspended.map(({ feed, reason }) => [feed, shorten(reason)])),
    resumed,
    ...(isUserResumed && { resumed_user: true }),
    ...(lastError !== undefined && { error: shorten(lastError) }),
  }
}

/** Ends rounds of a worker in one transaction: emits the jobs that the worker still held. */
export const finishRounds = (
  client: PoolClientLike,
  schema: string,
  worker: string,
  batch: ReadonlyArray<PendingEnd>,
): Observable<ReadonlySet<string>> => {
  const changes = Object.fromEntries(
    batch.flatMap(({ round: { job }, end }) => {
      const change = changeOf(end)
      return change === undefined ? [] : [[job, change] as const]
    }),
  )
  const hasChanges = Object.keys(changes).length > 0
  const functionCall = hasChanges
    ? 'finish_feeds($1, $2, $3, $4, $5, $6, $7, $8)'
    : 'finish($1, $2, $3, $4, $5, $6, $7)'
  return queryOn(
    client,
    `SELECT ${schema}.${functionCall} AS job`,
    worker,
    batch.map(({ round }) => round.job),
    batch.map(({ round }) => round.revision),
    batch.map(({ end: { wait } }) => (wait === undefined ? null : clamp(wait, maxTime))),
    batch.map(({ end }) => (end._tag === 'Again' ? clamp(end.every, maxTime) : null)),
    batch.map(({ end }) => Math.floor(clamp(end.failures, 2 ** 31 - 1))),
    batch.map(({ end }) => (end._tag === 'Suspended' ? shorten(end.reason) : null)),
    ...(hasChanges ? [JSON.stringify(changes)] : []),
  ).pipe(map((rows) => new Set(rows.map(({ job }) => job as string))))
}

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
 * Writes the ends of a worker's rounds in batches, because a transaction costs about as much for fifty ends as for one.
 * A round leaves `held$` when its end is written, before `end` emits.
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
     * Adds the end of a round to the next batch. Emits `false` if the worker has stopped, because it then holds no
     * rounds.
     */
    end: (round: HeldRound, end: RoundEnd): Observable<boolean> =>
      defer(() => {
        if (isClosed) return of(false)
        const isHeld = new AsyncSubject<boolean>()
        pending$.next([...pending$.value, { round, end, isHeld }])
        return isHeld
      }),
    /**
     * Writes batches with `finish`, which emits the jobs that the worker still held. Emits nothing, and never
     * completes. If a batch could not be written, the next subscription writes it.
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
