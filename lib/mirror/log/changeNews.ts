import {
  BehaviorSubject,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  from,
  ignoreElements,
  merge,
  NEVER,
  type Observable,
  of,
  repeat,
  retry,
  share,
  take,
  tap,
  throwError,
} from 'rxjs'
import { afterTurn } from '../../base/clock/afterTurn.js'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { Feed } from '../core/Feed.js'
import { MirrorError } from '../core/MirrorError.js'
import type { PreparedTables } from '../core/prepareTables.js'
import type { Program, ResultRow } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { Wake } from '../core/Store.js'
import { CursorRefused } from './changeCursor.js'
import { presentPosition, readChangedIds } from './changeLog.js'
import { heldBackDelay, retryDelay } from './followChanges.js'
import { changedRows, type MirrorChange } from './MirrorChange.js'

/** The parts of a mirror that `changeNews` needs. */
interface NewsConfig {
  readonly dialect: SqlDialect
  readonly run: PreparedTables['run']
  readonly wakes$: Observable<Wake>
  readonly clock: Clock
}

/** What was read of the log, and the position up to which it was read. */
interface News {
  readonly changes: ReadonlyArray<MirrorChange>
  readonly position: number
  readonly isLast: boolean
  readonly isHeldBack: boolean
}

/** How many changes are read at once. */
const pageSize = 4000

const listening: MirrorChange = { _tag: 'Listening' }

/** The changes of rows of the log, one for each user and feed. */
export const summarizeChanges = (rows: ReadonlyArray<ResultRow>): ReadonlyArray<MirrorChange> => {
  const users = new Map<string, { readonly isErased: boolean; readonly feeds: Map<Feed, Set<string>> }>()
  for (const { user_id, change, feed, id } of rows) {
    const user = String(user_id)
    if (change === 'Erased') {
      // The removal of an erased item's rows was logged before.
      if (id !== null) continue
      users.delete(user)
      users.set(user, { isErased: true, feeds: new Map() })
      continue
    }
    const { isErased = false, feeds = new Map<Feed, Set<string>>() } = users.get(user) ?? {}
    users.set(user, { isErased, feeds })
    feeds.set(feed as Feed, (feeds.get(feed as Feed) ?? new Set<string>()).add(String(id)))
  }
  return Array.from(users).flatMap(([user, { isErased, feeds }]): ReadonlyArray<MirrorChange> => [
    ...(isErased ? [{ _tag: 'Erased', user } as const] : []),
    ...Array.from(feeds, ([feed, ids]) => changedRows(user, feed, Array.from(ids))),
  ])
}

/** Reads the changes after a position, or only the present position. */
function* readNews(dialect: SqlDialect, after: number | undefined): Program<News> {
  if (after === undefined) {
    const { number } = yield* presentPosition(dialect)
    return { changes: [listening], position: number, isLast: true, isHeldBack: false }
  }
  const { rows, ...page } = yield* readChangedIds(dialect, { after, maxCount: pageSize })
  return { changes: summarizeChanges(rows), ...page }
}

/**
 * The changes of a mirror. They are read from its log after each wake-up; wake-ups during a read cause one more read.
 * Emits `Listening` once a connection listens, after a decision, and if changes were deleted before they were read.
 */
export const changeNews = ({ dialect, run, wakes$, clock }: NewsConfig): Observable<MirrorChange> =>
  defer(() => {
    const wakeCounts$ = new BehaviorSubject(0)
    let position: number | undefined
    let startsAnew = true
    let isDecided = false

    const collectWakes$ = wakes$.pipe(
      tap((wake) => {
        startsAnew ||= wake === 'connection'
        isDecided ||= wake === 'decision'
        wakeCounts$.next(wakeCounts$.value + 1)
      }),
      ignoreElements(),
    )

    const waitAfter = (wakeUpCount: number, isHeldBack: boolean): Observable<never> =>
      merge(
        wakeCounts$.pipe(filter((count) => count !== wakeUpCount)),
        isHeldBack ? delay(clock, heldBackDelay) : NEVER,
      ).pipe(take(1), ignoreElements())

    const step$ = defer(() => {
      const wakeUpCount = wakeCounts$.value
      const after = startsAnew ? undefined : position
      const wasDecided = isDecided && after !== undefined
      startsAnew = false
      isDecided = false
      return defer(() => run(() => readNews(dialect, after))).pipe(
        retry({
          delay: (error: unknown) =>
            error instanceof MirrorError && error.isTransient ? delay(clock, retryDelay) : throwError(() => error),
        }),
        concatMap(({ changes, position: next, isLast, isHeldBack }) => {
          position = next
          return concat(
            from(changes),
            wasDecided ? of(listening) : EMPTY,
            isLast ? waitAfter(wakeUpCount, isHeldBack) : EMPTY,
          )
        }),
        catchError((error: unknown) => {
          if (!(error instanceof CursorRefused)) return throwError(() => error)
          startsAnew = true
          return EMPTY
        }),
      )
    })

    const firstWake$ = wakeCounts$.pipe(
      filter((count) => count > 0),
      take(1),
      ignoreElements(),
    )
    return merge(collectWakes$, concat(firstWake$, afterTurn(clock, step$).pipe(repeat())))
  }).pipe(share())
