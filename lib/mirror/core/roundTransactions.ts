import { concatMap, map, type Observable, of, throwError } from 'rxjs'
import { batchCalls } from './batchCalls.js'
import type { QuietEnd, RoundStart, StartedRound } from './BatchOperations.js'
import type { UserProgress } from './FeedProgress.js'
import { Fenced } from './Fenced.js'
import { claim, readProgress } from './mirrorUsers.js'
import { stateText } from './rowText.js'
import type { Store } from './Store.js'
import { postedText, type Write, type WriteResult, writeRows } from './writeRows.js'

/** A round that has begun: the fence, how far the feeds were read, and the uuid of the user, if it is known. */
export type ClaimedRound = StartedRound & { readonly progress: UserProgress }

/** The transactions of rounds. */
export interface RoundTransactions {
  /** Claims the user, or checks the fence. Emits the state of the user, and completes. */
  readonly beginRound: (start: RoundStart) => Observable<ClaimedRound>
  /** Writes a batch if the fence is valid. Emits what was written, and completes. */
  readonly save: (write: Write) => Observable<WriteResult>
}

/** How many rounds one statement begins or ends at most. */
const maxBatch = 100

/** Whether a batch changes no rows, so that only its bookmark has to be stored. */
const isQuiet = ({ live, removed, bookmark, fullSyncDue, accountsDue }: Write): boolean =>
  live.size === 0 &&
  removed.length === 0 &&
  bookmark !== undefined &&
  fullSyncDue === undefined &&
  accountsDue === undefined

const userOf = ({ user }: RoundStart | QuietEnd): string => user

/**
 * The transactions of the rounds of a mirror. If the database has operations for many users, rounds begin in batches, and
 * rounds without changes, which are nearly all, end in batches.
 */
export const roundTransactions = ({ dialect, transaction, batches }: Store, isKept: boolean): RoundTransactions => {
  const saveAlone = (write: Write): Observable<WriteResult> => transaction(() => writeRows(dialect, write, isKept))

  if (batches === undefined)
    return {
      beginRound: ({ user, fence: known }) =>
        transaction(function* () {
          const fence = known ?? (yield* claim(dialect, user))
          return { fence, ...(yield* readProgress(dialect, user, fence)) }
        }),
      save: saveAlone,
    }

  const beginBatched = batchCalls<RoundStart, StartedRound>(maxBatch, userOf, batches.beginRounds)
  const end = batchCalls<QuietEnd, number | undefined>(maxBatch, userOf, batches.end)
  return {
    beginRound: (start) =>
      beginBatched(start).pipe(
        concatMap(({ progress, ...round }) =>
          progress === undefined ? throwError(() => new Fenced(round)) : of({ ...round, progress }),
        ),
      ),
    save: (write) => {
      if (!isQuiet(write)) return saveAlone(write)
      const { user, fence, feed, bookmark, link } = write
      const window = link?.(new Map())
      const posted = postedText(window)
      const round = window?.round ?? 0
      return end({ user, fence, feed, bookmark: stateText(bookmark), posted, round }).pipe(
        map((next) => {
          if (next === undefined) throw new Fenced({ fence })
          return { fence: next, changed: [], removed: [], others: [], absent: [], isRereadNeeded: false, window }
        }),
      )
    },
  }
}
