import { none, type Option, toUndefined } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, from, map, type Observable, tap, toArray } from 'rxjs'
import { isRemoved } from '../polling/ChangedRow.js'
import type { SyncBatch } from '../polling/SyncConfig.js'
import type { Row } from './columns.js'
import type { Feed } from './Feed.js'
import { findAccounts, firstLook } from './findAccounts.js'
import { firstFullSync, fullSync, isFullSyncDue } from './fullSync.js'
import { linker } from './linker.js'
import type { MirrorBatch, MirrorSyncConfig } from './Mirror.js'
import { readyRows } from './readyRows.js'
import { rowsById } from './rowsById.js'
import type { Standing } from './Standing.js'
import { type BatchEnd, between, toBatches } from './toBatches.js'
import type { UserRound } from './UserRound.js'
import type { Written } from './write.js'
import { writeWhole } from './writeWhole.js'

/** What the last batch of a whole list has beside what was written. */
const wholeEnd: BatchEnd = { isLast: true, rejected: [], checkpoint: none }

const listOptions = ({ limit = 500, maxPages, timeout }: MirrorSyncConfig) => ({ limit, maxPages, timeout })

/** Reads a whole list and writes it. */
const readAll = (round: UserRound, feed: 'items' | 'accounts'): Observable<MirrorBatch> =>
  (round.user[feed].all(listOptions(round.config) as never) as Observable<object>).pipe(
    toArray(),
    map(rowsById),
    concatMap((rows) => writeWhole(round, feed, { rows, ids: new Set(rows.keys()), end: wholeEnd })),
  )

/** Reads the refresh status of each item, and writes it under the id of the item. */
const readRefreshes = (round: UserRound): Observable<MirrorBatch> => {
  const { timeout } = round.config
  const call = timeout === undefined ? {} : { timeout }
  return (round.user.items.all(listOptions(round.config) as never) as Observable<Row>).pipe(
    concatMap((item) =>
      (round.user.items.refreshStatus(item.id as number, call) as Observable<Row>).pipe(
        map((status) => ({ id: item.id, status })),
      ),
    ),
    toArray(),
    map((rows) => new Map(rows.map(({ id, status }) => [String(id), status] as const))),
    concatMap((rows) => writeWhole(round, 'refreshes', { rows, ids: new Set(rows.keys()), end: wholeEnd })),
  )
}

/** Reads the rows that were updated and writes them, page by page; then, where it is due, the whole list. */
const readUpdated = (
  round: UserRound,
  feed: 'stocks' | 'transactions',
  standing: Standing,
  isDue: boolean,
): Observable<MirrorBatch> =>
  defer(() => {
    const { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, hurry$ } = round.config
    const options = { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, hurry$ }
    const accountsDue = firstLook(round, standing)
    const first = {
      ...(standing.fullSyncDue === undefined && { fullSyncDue: () => firstFullSync(round) }),
      ...(accountsDue !== undefined && { accountsDue }),
    }
    let { window } = standing
    let last: Written | undefined

    const process = (batch: SyncBatch<object>): Observable<unknown> =>
      defer(() => {
        const versions = rowsById(batch.resources)
        const isGone = ([, row]: readonly [string, Row]) => isRemoved(row)
        const gone = new Map(Array.from(versions).filter(isGone))
        const live = new Map(Array.from(versions).filter((entry) => !isGone(entry)))
        const link = linker(window, live, gone, batch)
        return round.write({
          feed,
          live,
          ready: readyRows(feed, live),
          removed: [...gone.keys()],
          isLast: batch.isLast,
          bookmark: toUndefined(batch.bookmark),
          ...(batch.isLast && first),
          ...(feed === 'transactions' && round.isLinking ? { link } : {}),
        })
      }).pipe(
        tap((written) => {
          last = written
          window = written.window ?? window
        }),
      )

    const bookmark = standing.bookmark === undefined ? {} : { from: standing.bookmark }
    const batches$ = round.user[feed].sync({ ...options, ...bookmark, process } as never) as Observable<
      SyncBatch<object>
    >
    let checkpoint: Option<Date> = none
    const updates$ = batches$.pipe(
      concatMap((batch) => {
        checkpoint = batch.checkpoint
        const end = isDue ? { ...between, rejected: batch.rejected } : batch
        return from(toBatches(round, feed, last as Written, end))
      }),
    )
    return isDue
      ? concat(
          updates$,
          defer(() => fullSync(round, feed, checkpoint)),
        )
      : updates$
  })

/** Reads a feed of a user once, and writes it. */
export const syncFeed = (round: UserRound, feed: Feed, standing: Standing): Observable<MirrorBatch> => {
  if (feed === 'items' || feed === 'accounts') return readAll(round, feed)
  return feed === 'refreshes'
    ? readRefreshes(round)
    : findAccounts(round, feed, standing).pipe(
        concatMap((isUnlisted) => readUpdated(round, feed, standing, isUnlisted || isFullSyncDue(round, standing))),
      )
}
