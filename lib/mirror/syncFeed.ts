import { none, toUndefined } from 'fp-ts/lib/Option.js'
import { concatMap, defer, map, type Observable, tap, toArray } from 'rxjs'
import { isRemoved } from '../polling/ChangedRow.js'
import type { SyncBatch } from '../polling/SyncConfig.js'
import { type Columns, isInexact, type Row } from './columns.js'
import type { Feed } from './Feed.js'
import { linker } from './linker.js'
import type { MirrorBatch, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { readyRows } from './readyRows.js'
import { keepableRow, lossless } from './rowText.js'
import type { Standing } from './Standing.js'
import type { Write, Written } from './write.js'

/** A round that reads and writes the feeds of one user. */
export interface UserRound {
  readonly user: MirrorSource<never>
  readonly config: MirrorSyncConfig
  readonly isLinking: boolean
  readonly columns: Columns
  /** Writes a part of the round, with the fence that is valid at that time. */
  readonly write: (asked: Omit<Write, 'user' | 'fence' | 'also'>) => Observable<Written>
}

/** The rows by their ids. If a row comes twice, its last version counts. */
const byId = (rows: ReadonlyArray<object>, idOf = (row: Row): unknown => row.id): Map<string, Row> => {
  const found = new Map<string, Row>()
  for (const row of rows as ReadonlyArray<Row>) found.set(lossless(String(idOf(row))), keepableRow(row))
  return found
}

const toBatch = (
  { config }: UserRound,
  feed: Feed,
  { fence, changed, removed, window }: Written,
  { isLast, rejected, checkpoint }: Pick<MirrorBatch, 'isLast' | 'rejected' | 'checkpoint'>,
  rows: ReadonlyMap<string, Row>,
): MirrorBatch => ({
  user: config.id,
  feed,
  changed,
  removed,
  links: window?.links ?? [],
  inexact: changed.filter((id) => isInexact(feed, rows.get(id) ?? {})),
  rejected,
  fence,
  checkpoint,
  isLast,
})

/** Writes the rows of a whole list; all other rows of its table are removed. */
const replaceAll = (round: UserRound, feed: Feed, rows: ReadonlyMap<string, Row>): Observable<MirrorBatch> =>
  defer(() => {
    const asked = {
      feed,
      live: rows,
      ready: readyRows(round.columns[feed], rows),
      removed: 'others',
      isLast: true,
    } as const
    return round
      .write({ ...asked, bookmark: undefined })
      .pipe(map((written) => toBatch(round, feed, written, { isLast: true, rejected: [], checkpoint: none }, rows)))
  })

const listOptions = ({ limit = 500, maxPages, timeout }: MirrorSyncConfig) => ({ limit, maxPages, timeout })

/** Reads a whole list and writes it. */
const readAll = (round: UserRound, feed: 'items' | 'accounts'): Observable<MirrorBatch> =>
  (round.user[feed].all(listOptions(round.config) as never) as Observable<object>).pipe(
    toArray(),
    concatMap((rows) => replaceAll(round, feed, byId(rows))),
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
    concatMap((rows) =>
      replaceAll(
        round,
        'refreshes',
        new Map(rows.map(({ id, status }) => [lossless(String(id)), keepableRow(status)] as const)),
      ),
    ),
  )
}

/** Reads the rows that were updated and writes them, page by page. */
const readUpdated = (round: UserRound, feed: 'stocks' | 'transactions', standing: Standing): Observable<MirrorBatch> =>
  defer(() => {
    const { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, hurry$ } = round.config
    const options = { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, hurry$ }
    let { window } = standing
    let last: Written | undefined
    let rows: ReadonlyMap<string, Row> = new Map()

    const process = (batch: SyncBatch<object>): Observable<unknown> =>
      defer(() => {
        const versions = byId(batch.resources)
        const isGone = ([, row]: readonly [string, Row]) => isRemoved(row)
        const gone = new Map(Array.from(versions).filter(isGone))
        const live = new Map(Array.from(versions).filter((entry) => !isGone(entry)))
        rows = live
        const link = linker(window, live, gone, batch)
        return round.write({
          feed,
          live,
          ready: readyRows(round.columns[feed], live),
          removed: [...gone.keys()],
          isLast: batch.isLast,
          bookmark: toUndefined(batch.bookmark),
          ...(feed === 'transactions' && round.isLinking ? { link } : {}),
        })
      }).pipe(
        tap((written) => {
          last = written
          window = written.window ?? window
        }),
      )

    const from = standing.bookmark === undefined ? {} : { from: standing.bookmark }
    const batches$ = round.user[feed].sync({ ...options, ...from, process } as never) as Observable<SyncBatch<object>>
    return batches$.pipe(map((batch) => toBatch(round, feed, last as Written, batch, rows)))
  })

/** Reads a feed of a user once, and writes it. */
export const syncFeed = (round: UserRound, feed: Feed, standing: Standing): Observable<MirrorBatch> => {
  if (feed === 'items' || feed === 'accounts') return readAll(round, feed)
  return feed === 'refreshes' ? readRefreshes(round) : readUpdated(round, feed, standing)
}
