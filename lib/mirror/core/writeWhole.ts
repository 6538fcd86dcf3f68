import { concat, concatMap, defer, from, type Observable } from 'rxjs'
import { confirmAbsence, nextReadDelay } from '../../streams/polling/confirmAbsence.js'
import type { Row } from './columns.js'
import type { Feed } from './Feed.js'
import type { MirrorBatch } from './Mirror.js'
import { type BatchEnd, notLast, toBatches } from './toBatches.js'
import type { UserRound } from './UserRound.js'

/** A list that was read whole, and is to be written. */
export interface ListToWrite {
  /** The rows that are written, by their ids. */
  readonly rows: ReadonlyMap<string, Row>
  /** All ids of the list; `undefined` if it has rows whose ids are not known, so that no other row counts as absent. */
  readonly ids: ReadonlySet<string> | undefined
  /** What the last batch has beside what was written. */
  readonly end: BatchEnd
  /** For how long the table needs no comparison with the list, in milliseconds; missing for lists of each round. */
  readonly every?: number
}

/** The operation that reads one row of a list. */
const getOf = ({ lists, config }: UserRound, feed: Feed) => {
  const { get } = lists[feed === 'refreshes' ? 'items' : feed]
  const call = config.timeout === undefined ? {} : { timeout: config.timeout }
  return (id: number) => defer(() => get(id, call))
}

/** Writes the rows of a list, and removes none. */
const writeListed = (
  round: UserRound,
  feed: Feed,
  rows: ReadonlyMap<string, Row>,
  end: BatchEnd,
): Observable<MirrorBatch> =>
  round
    .write({ feed, live: rows, isLast: true })
    .pipe(concatMap((written) => from(toBatches(round, feed, written, rows, end))))

/**
 * Writes the rows of a whole list, and removes those rows of its table that the list does not show, once it is confirmed
 * that they are gone; see {@link confirmAbsence}.
 */
export const writeWhole = (
  round: UserRound,
  feed: Feed,
  { rows, ids, end, every }: ListToWrite,
): Observable<MirrorBatch> =>
  defer(() => {
    if (ids === undefined) return writeListed(round, feed, rows, end)
    const whole = { ids, at: round.now() }
    const dueAfter =
      every === undefined ? undefined : (absent: number): number => whole.at + nextReadDelay(whole, absent, every)
    const common = { feed, isLast: true, ...(dueAfter && { fullSyncDue: dueAfter }) }
    return round.write({ ...common, live: rows, whole }).pipe(
      concatMap((written) => {
        const { absent } = written
        if (absent.length === 0) return from(toBatches(round, feed, written, rows, end))
        const confirmed$ = confirmAbsence(getOf(round, feed), absent, whole).pipe(
          concatMap(({ removed, found }) => {
            const left = absent.length - removed.length - found.length
            const next = dueAfter && { fullSyncDue: () => dueAfter(left) }
            return round.write({ ...common, removed, found, ...next })
          }),
          concatMap((removal) => from(toBatches(round, feed, removal, rows, end))),
        )
        return concat(from(toBatches(round, feed, written, rows, { ...end, ...notLast })), confirmed$)
      }),
    )
  })
