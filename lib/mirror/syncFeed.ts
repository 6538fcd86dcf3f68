import { none, toUndefined } from 'fp-ts/lib/Option.js'
import { catchError, concat, concatMap, defer, from, map, type Observable, of, tap, throwError, toArray } from 'rxjs'
import type { Issue } from '../codec/issues.js'
import { isClientError } from '../error/ClientError.js'
import { isServiceStatus } from '../error/foreignAnswer.js'
import type { RejectedRow } from '../pages/RejectedRow.js'
import { isRemoved } from '../polling/ChangedRow.js'
import type { SyncBatch } from '../polling/SyncConfig.js'
import { type Columns, isInexact, type Row } from './columns.js'
import type { Feed } from './Feed.js'
import { linker } from './linker.js'
import type { MirrorBatch, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { readList, type WholeList } from './readList.js'
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
  /**
   * Completes if answers to the tokens of these users are of the mirror's user, whose uuid is stored if it was not known.
   * Errors with `OtherUser` if they are not.
   */
  readonly checkUsers: (userUuids: ReadonlyArray<string>) => Observable<never>
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
  { isLast, rejected, checkpoint, userUuid }: Pick<MirrorBatch, 'isLast' | 'rejected' | 'checkpoint' | 'userUuid'>,
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
  ...(userUuid !== undefined && { userUuid }),
})

/**
 * Writes the rows of a whole list. All other rows of its table are removed, unless rows of the list could not be decoded:
 * nobody knows whose rows these are.
 */
const replaceAll = (
  round: UserRound,
  feed: Feed,
  rows: ReadonlyMap<string, Row>,
  { rejected, userUuids }: Omit<WholeList, 'rows'>,
  isWhole = rejected.length === 0,
): Observable<MirrorBatch> =>
  defer(() => {
    const removed = isWhole ? ('others' as const) : []
    const ready = readyRows(round.columns[feed], rows)
    const asked = { feed, live: rows, ready, removed, isLast: true, bookmark: undefined }
    const userUuid = userUuids.at(-1)
    const rest = { isLast: true, rejected, checkpoint: none, ...(userUuid !== undefined && { userUuid }) }
    return concat(
      round.checkUsers(userUuids),
      defer(() => round.write(asked)).pipe(map((written) => toBatch(round, feed, written, rest, rows))),
    )
  })

/** Reads a whole list and writes it. */
const readAll = (round: UserRound, feed: 'items' | 'accounts'): Observable<MirrorBatch> =>
  readList(round.user, feed, round.config).pipe(
    concatMap(({ rows, ...list }) => replaceAll(round, feed, byId(rows), list)),
  )

/** The refresh status of an item, or why there is none. */
type ItemStatus = { readonly status: Row } | { readonly issues: ReadonlyArray<Issue> } | 'gone'

/** Reads the refresh status of an item. The item may have been deleted since it was listed. */
const readStatus = ({ user, config }: UserRound, item: Row): Observable<ItemStatus> => {
  const { timeout, onInvalidRow } = config
  const call = timeout === undefined ? {} : { timeout }
  return (user.items.refreshStatus(item.id as number, call) as Observable<Row>).pipe(
    map((status) => ({ status })),
    catchError((error: unknown): Observable<ItemStatus> => {
      if (isClientError(error)) {
        if (isServiceStatus(error, 404)) return of('gone')
        if (error._tag === 'DecodeError' && error.reason === 'shape' && onInvalidRow === 'report') return of(error)
      }
      return throwError(() => error)
    }),
  )
}

/** Reads the refresh status of each item, and writes it under the id of the item. */
const readRefreshes = (round: UserRound): Observable<MirrorBatch> =>
  readList(round.user, 'items', round.config).pipe(
    concatMap(({ rows: items, rejected, userUuids }) =>
      from(items).pipe(
        concatMap((item) => readStatus(round, item)),
        toArray(),
        concatMap((statuses) => {
          const rows = new Map<string, Row>()
          const left: Array<RejectedRow> = [...rejected]
          for (const [index, read] of statuses.entries()) {
            if (read === 'gone') continue
            if ('status' in read) rows.set(lossless(String(items[index]?.id)), keepableRow(read.status))
            else left.push({ index, issues: read.issues })
          }
          const isWhole = left.length === 0 && !statuses.includes('gone')
          return replaceAll(round, 'refreshes', rows, { rejected: left, userUuids }, isWhole)
        }),
      ),
    ),
  )

/** Reads the rows that were updated and writes them, page by page. */
const readUpdated = (round: UserRound, feed: 'stocks' | 'transactions', standing: Standing): Observable<MirrorBatch> =>
  defer(() => {
    const { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, hurry$ } = round.config
    const options = { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, hurry$ }
    let { window } = standing
    let last: Written | undefined
    let rows: ReadonlyMap<string, Row> = new Map()

    const write = (batch: SyncBatch<object>): Observable<Written> =>
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

    const process = (batch: SyncBatch<object>): Observable<unknown> =>
      concat(round.checkUsers(batch.userUuid === undefined ? [] : [batch.userUuid]), write(batch))

    const begin = standing.bookmark === undefined ? {} : { from: standing.bookmark }
    const batches$ = round.user[feed].sync({ ...options, ...begin, process } as never) as Observable<SyncBatch<object>>
    return batches$.pipe(map((batch) => toBatch(round, feed, last as Written, batch, rows)))
  })

/** Reads a feed of a user once, and writes it. */
export const syncFeed = (round: UserRound, feed: Feed, standing: Standing): Observable<MirrorBatch> => {
  if (feed === 'items' || feed === 'accounts') return readAll(round, feed)
  return feed === 'refreshes' ? readRefreshes(round) : readUpdated(round, feed, standing)
}
