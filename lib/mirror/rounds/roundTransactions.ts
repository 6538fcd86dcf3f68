import { concatMap, map, Observable, of, type Subscriber, Subscription, throwError } from 'rxjs'
import { claim, readProgress } from '../core/mirrorUsers.js'
import { printState } from '../core/rowText.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import type { RoundStart, StartedRound, Store, UnchangedRound } from '../core/Store.js'
import type { UserProgress } from './FeedProgress.js'
import { printWindow, withoutOldRemoved } from './storedWindow.js'
import { type Write, type WriteResult, writeRows } from './writeRows.js'

/** A call that waits for its result. */
interface Call<A, B> {
  readonly argument: A
  readonly subscriber: Subscriber<B>
}

/**
 * Groups calls into batches. Calls that arrive while a batch runs form the next one. So a single call does not wait, and
 * many calls at once cost little more than one.
 *
 * It is not built from operators, because each caller can unsubscribe on its own, before or after its call is in a batch.
 *
 * - `maxBatch`: the maximum number of calls in a batch.
 * - `keyOf`: a batch has only one call for each key.
 * - `run`: runs a batch, and emits the results in the order of its calls.
 *
 * Each Observable emits its result and completes, or errors with the error of its batch. Unsubscribing removes a call that
 * is not in a batch yet. A batch is aborted once all its callers have unsubscribed.
 */
export const batchCalls = <A, B>(
  maxBatch: number,
  keyOf: (argument: A) => string,
  run: (batch: ReadonlyArray<A>) => Observable<ReadonlyArray<B>>,
): ((argument: A) => Observable<B>) => {
  // An array, because a Set leaks: V8 links each hash table that a Set has outgrown to the next one, so an old table keeps
  // all later calls alive until the next full garbage collection.
  let waiting: Array<Call<A, B>> = []
  let isRunning = false

  const nextBatch = (): ReadonlyArray<Call<A, B>> => {
    const batch = new Map<string, Call<A, B>>()
    const later: Array<Call<A, B>> = []
    for (const call of waiting) {
      if (call.subscriber.closed) continue
      const key = keyOf(call.argument)
      if (batch.size === maxBatch || batch.has(key)) later.push(call)
      else batch.set(key, call)
    }
    waiting = later
    return Array.from(batch.values())
  }

  const runNext = (): void => {
    if (isRunning) return
    const batch = nextBatch()
    if (batch.length === 0) return
    isRunning = true
    const running = new Subscription()
    running.add(() => {
      isRunning = false
      runNext()
    })
    let subscriberCount = batch.length
    for (const { subscriber } of batch)
      subscriber.add(() => {
        if (--subscriberCount === 0) running.unsubscribe()
      })
    running.add(
      run(batch.map(({ argument }) => argument)).subscribe({
        next: (results) => {
          for (const [index, { subscriber }] of batch.entries()) {
            subscriber.next(results[index] as B)
            subscriber.complete()
          }
        },
        error: (error: unknown) => {
          for (const { subscriber } of batch) subscriber.error(error)
        },
      }),
    )
  }

  return (argument) =>
    new Observable((subscriber) => {
      waiting.push({ argument, subscriber })
      runNext()
    })
}

/** A started round whose fence is valid. */
export type ClaimedRound = StartedRound & { readonly progress: UserProgress }

/** The transactions of rounds. */
export interface RoundTransactions {
  /** Claims the user, or checks the fence. Emits the state of the user, and completes. */
  readonly beginRound: (start: RoundStart) => Observable<ClaimedRound>
  /** Writes changes if the fence is valid. Emits the result, and completes. */
  readonly save: (write: Write) => Observable<WriteResult>
}

/** The maximum number of rounds that one statement begins or ends. */
const maxBatch = 100

/** Whether only the bookmark has to be stored. */
const hasNoChanges = ({ rows, removedIds, bookmark, fullSyncDue, accountsDue }: Write): boolean =>
  rows.size === 0 &&
  removedIds.length === 0 &&
  bookmark !== undefined &&
  fullSyncDue === undefined &&
  accountsDue === undefined

const userOf = ({ user }: RoundStart | UnchangedRound): string => user

/**
 * The transactions of the rounds of a mirror. If the database has operations for many users, rounds begin in batches, and
 * rounds without changes, which are nearly all, end in batches.
 */
export const roundTransactions = ({ dialect, transaction, batches }: Store, keepsRows: boolean): RoundTransactions => {
  const saveInTransaction = (write: Write): Observable<WriteResult> =>
    transaction(() => writeRows(dialect, write, keepsRows))

  if (batches === undefined)
    return {
      beginRound: ({ user, fence: claimedFencingToken }) =>
        transaction(function* () {
          const fence = claimedFencingToken ?? (yield* claim(dialect, user))
          return { fence, ...(yield* readProgress(dialect, user, fence)) }
        }),
      save: saveInTransaction,
    }

  const beginBatched = batchCalls<RoundStart, StartedRound>(maxBatch, userOf, batches.beginRounds)
  const endBatched = batchCalls<UnchangedRound, number | undefined>(maxBatch, userOf, batches.endUnchangedRounds)
  return {
    beginRound: (start) =>
      beginBatched(start).pipe(
        concatMap(({ progress, ...round }) =>
          progress === undefined ? throwError(() => new StaleFencingToken(round)) : of({ ...round, progress }),
        ),
      ),
    save: (write) => {
      if (!hasNoChanges(write)) return saveInTransaction(write)
      const { user, fence, feed, bookmark, link } = write
      const window = link && withoutOldRemoved(link(new Map(), new Map()), keepsRows)
      const postedWindow = printWindow(window)
      const postedRound = window?.round ?? 0
      return endBatched({ user, fence, feed, bookmark: printState(bookmark), postedWindow, postedRound }).pipe(
        map((nextFencingToken) => {
          if (nextFencingToken === undefined) throw new StaleFencingToken({ fence })
          return {
            fence: nextFencingToken,
            changedIds: [],
            removedIds: [],
            dependents: [],
            absent: [],
            recentIds: new Set<string>(),
            isRereadNeeded: false,
            isLoading: false,
            window,
            remainingWindow: undefined,
          }
        }),
      )
    },
  }
}
