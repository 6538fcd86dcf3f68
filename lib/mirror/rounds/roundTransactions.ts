import { concatMap, map, type Observable, of, throwError } from 'rxjs'
import { batchCalls } from '../core/batchCalls.js'
import { claim, readProgress } from '../core/mirrorUsers.js'
import { printState } from '../core/rowText.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import type { RoundStart, StartedRound, Store, UnchangedRound } from '../core/Store.js'
import type { UserProgress } from './FeedProgress.js'
import { printWindow, withoutOldRemoved } from './storedWindow.js'
import { type Write, type WriteResult, writeRows } from './writeRows.js'

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
 * The transactions of the rounds of a mirror. If the database has operations for many users, rounds begin in batches,
 * and rounds without changes, which are nearly all, end in batches.
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
            isMatchDue: false,
            window,
            remainingWindow: undefined,
          }
        }),
      )
    },
  }
}
