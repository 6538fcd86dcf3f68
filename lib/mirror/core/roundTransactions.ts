import { concatMap, map, type Observable, of, throwError } from 'rxjs'
import { gather } from './batchCalls.js'
import type { Beginning, Begun, QuietEnd } from './BatchOperations.js'
import type { Standings } from './FeedProgress.js'
import { Fenced } from './Fenced.js'
import { claim, stand } from './mirrorUsers.js'
import { stateText } from './rowText.js'
import type { Store } from './Store.js'
import { postedText, type Write, write, type Written } from './writeRows.js'

/** A round that has begun: the fence, how far the feeds were read, and the uuid of the user, if it is known. */
export type BegunRound = Begun & { readonly standings: Standings }

/** The transactions of rounds. */
export interface Rounds {
  /** Claims the user, or checks the fence. Emits the state of the user, and completes. */
  readonly begin: (beginning: Beginning) => Observable<BegunRound>
  /** Writes a batch if the fence is valid. Emits what was written, and completes. */
  readonly save: (asked: Write) => Observable<Written>
}

/** How many rounds are begun or ended by one statement. */
const most = 100

/** Whether a batch changes no rows, so that only its bookmark has to be stored. */
const isQuiet = ({ live, removed, bookmark, fullSyncDue, accountsDue }: Write): boolean =>
  live.size === 0 &&
  removed.length === 0 &&
  bookmark !== undefined &&
  fullSyncDue === undefined &&
  accountsDue === undefined

const userOf = ({ user }: Beginning | QuietEnd): string => user

/**
 * Begins rounds and saves their batches. If the database supports it, rounds of many users begin together, and rounds
 * without changes, which are nearly all, end together.
 */
export const rounds = ({ dialect, transaction, together }: Store, isKept: boolean): Rounds => {
  const one = (asked: Write): Observable<Written> => transaction(() => write(dialect, asked, isKept))

  if (together === undefined)
    return {
      begin: ({ user, fence: known }) =>
        transaction(function* () {
          const fence = known ?? (yield* claim(dialect, user))
          return { fence, ...(yield* stand(dialect, user, fence)) }
        }),
      save: one,
    }

  const begin = gather<Beginning, Begun>(most, userOf, together.begin)
  const end = gather<QuietEnd, number | undefined>(most, userOf, together.end)
  return {
    begin: (beginning) =>
      begin(beginning).pipe(
        concatMap(({ standings, ...begun }) =>
          standings === undefined ? throwError(() => new Fenced(begun)) : of({ ...begun, standings }),
        ),
      ),
    save: (asked) => {
      if (!isQuiet(asked)) return one(asked)
      const { user, fence, feed, bookmark, link } = asked
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
