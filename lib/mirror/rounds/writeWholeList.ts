import { none } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, from, type Observable } from 'rxjs'
import { confirmAbsence, nextReadDelay, type WholeList } from '../../streams/polling/confirmAbsence.js'
import { defaultOverlap } from '../../streams/polling/recentReports.js'
import type { Feed } from '../core/Feed.js'
import type { MirrorBatch } from '../core/Mirror.js'
import type { RemovedRows } from '../erasure/removeRows.js'
import { isInexact, type Row } from '../tables/columns.js'
import { callOptions, type UserRound } from './UserRound.js'
import type { Write, WriteResult } from './writeRows.js'

/** The fields of a batch that do not depend on the rows written. */
type BatchEnd = Pick<MirrorBatch, 'isLast' | 'rejected' | 'checkpoint' | 'userUuid'>

/** These fields of a batch that is not the last of its feed. */
export const emptyEnd: BatchEnd = { isLast: false, rejected: [], checkpoint: none }

/** The batch of rows that were removed with rows of another feed, or with their user. */
export const removedBatch = (
  user: string,
  { feed, removedIds }: RemovedRows,
  fence: number,
  userUuid: string | undefined,
): MirrorBatch => {
  const userField = userUuid === undefined ? {} : { userUuid }
  return { user, feed, changedIds: [], removedIds, links: [], inexactIds: [], fence, ...emptyEnd, ...userField }
}

/**
 * The batches of a transaction that wrote `rows` of `feed`. Batches of dependent rows, which were removed with rows of
 * the feed, come first.
 */
export const toBatches = (
  { config }: UserRound,
  feed: Feed,
  { fence, changedIds, removedIds, dependents, window }: WriteResult,
  rows: ReadonlyMap<string, Row>,
  { isLast, rejected, checkpoint, userUuid }: BatchEnd,
): ReadonlyArray<MirrorBatch> => {
  const user = config.id
  const inexactIds = changedIds.filter((id) => isInexact(feed, rows.get(id) ?? {}))
  const userField = userUuid === undefined ? {} : { userUuid }
  const links = window?.links ?? []
  return [
    ...dependents.map((dependent) => removedBatch(user, dependent, fence, userUuid)),
    { user, feed, changedIds, removedIds, links, inexactIds, fence, isLast, rejected, checkpoint, ...userField },
  ]
}

/** A complete list to write. */
export interface ListToWrite {
  /** The rows to insert or update, by their ids. */
  readonly rows: ReadonlyMap<string, Row>
  /** All ids of the list; `undefined` if some of its rows could not be decoded, so that no row counts as absent. */
  readonly ids: ReadonlySet<string> | undefined
  /** The fields of the last batch that do not depend on the rows written. */
  readonly end: BatchEnd
  /** How the table is compared with the list; missing for lists that every round reads. */
  readonly comparison?: ListComparisonConfig
}

/** How a table is compared with its full list from time to time. */
export interface ListComparisonConfig
  extends Required<Pick<WholeList, 'recentIds'>>, Required<Pick<Write, 'absentBefore' | 'recentSpan'>> {
  /** The milliseconds until the next comparison. */
  readonly every: number
}

/** A function that reads one row of a feed by its id. */
const getOf = ({ user, config }: UserRound, feed: Feed) => {
  const { get } = user[feed === 'refreshes' ? 'items' : feed]
  return (id: number) => defer(() => get(id, callOptions(config)))
}

/** Writes the rows of a list, and removes none. */
const writeListed = (
  round: UserRound,
  feed: Feed,
  rows: ReadonlyMap<string, Row>,
  end: BatchEnd,
): Observable<MirrorBatch> =>
  round
    .write({ feed, rows, isLast: true })
    .pipe(concatMap((written) => from(toBatches(round, feed, written, rows, end))))

/**
 * Writes the rows of a complete list. Removes rows of the table that the list lacks once {@link confirmAbsence}
 * confirms their removal.
 */
export const writeWholeList = (
  round: UserRound,
  feed: Feed,
  { rows, ids, end, comparison }: ListToWrite,
): Observable<MirrorBatch> =>
  defer(() => {
    if (ids === undefined) return writeListed(round, feed, rows, end)
    const { overlap = defaultOverlap } = round.config
    const { every, recentIds, absentBefore, recentSpan } = comparison ?? {}
    const wholeList = { ids, at: round.now(), ...(recentIds && { recentIds }) }
    const dueAfter =
      every === undefined
        ? undefined
        : (absentCount: number): number => wholeList.at + nextReadDelay(wholeList, absentCount, every, overlap)
    const commonFields = {
      ...{ feed, isLast: true },
      ...(dueAfter && { fullSyncDue: dueAfter }),
      ...(absentBefore !== undefined && { absentBefore, recentSpan }),
    }
    return round.write({ ...commonFields, rows, wholeList }).pipe(
      concatMap((written) => {
        const { absent } = written
        if (absent.length === 0) return from(toBatches(round, feed, written, rows, end))
        const allRecentIds = new Set([...(recentIds ?? []), ...written.recentIds])
        const list = { ...wholeList, recentIds: allRecentIds }
        const confirmed$ = confirmAbsence(getOf(round, feed), absent, list).pipe(
          concatMap(({ removed, found }) => {
            const unconfirmed = absent.length - removed.length - found.length
            const nextDue = dueAfter && { fullSyncDue: () => dueAfter(unconfirmed) }
            return round.write({ ...commonFields, removedIds: removed, foundIds: found, ...nextDue })
          }),
          concatMap((removal) => from(toBatches(round, feed, removal, rows, end))),
        )
        return concat(from(toBatches(round, feed, written, rows, { ...end, ...emptyEnd })), confirmed$)
      }),
    )
  })
