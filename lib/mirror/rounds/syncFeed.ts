import { none, toUndefined } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  map,
  type Observable,
  of,
  tap,
  throwError,
  toArray,
} from 'rxjs'
import type { Issue } from '../../base/codec/issues.js'
import { isClientError } from '../../base/error/ClientError.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import type { PostableRow } from '../../service/model/MatchFields.js'
import type { RejectedRow } from '../../streams/pages/decodeRows.js'
import type { Page } from '../../streams/pages/PageLink.js'
import type { Bookmark } from '../../streams/polling/Bookmark.js'
import { isRemoved } from '../../streams/polling/ChangedRow.js'
import type { UpdatedBatch } from '../../streams/polling/ChangesConfig.js'
import { emptyPostedWindow, followPosted, type PostedWindow } from '../../streams/polling/followPosted.js'
import type { SyncBatch } from '../../streams/polling/syncChanges.js'
import type { Feed } from '../core/Feed.js'
import type { MirrorBatch } from '../core/Mirror.js'
import { escapeText, toStorableRow } from '../core/rowText.js'
import { rowsById } from '../core/storedRows.js'
import type { Row } from '../tables/columns.js'
import { checkAccounts, firstAccountsDue } from './checkAccounts.js'
import { type FeedProgress, rereadDue } from './FeedProgress.js'
import { firstFullSync, fullSync, isFullSyncDue } from './fullSync.js'
import { callOptions, type RoundWrite, type UserRound } from './UserRound.js'
import type { WriteResult } from './writeRows.js'
import { emptyEnd, toBatches, writeWholeList } from './writeWholeList.js'

/** A list with all its pages. */
interface CompleteList {
  readonly rows: ReadonlyArray<Row>
  /**
   * The rows that were omitted because they cannot be decoded. If there are any, no row of the table counts as absent.
   */
  readonly rejected: ReadonlyArray<RejectedRow>
  /** The uuids of the users to whom the pages belong: none if unknown, several if the user was replaced meanwhile. */
  readonly userUuids: ReadonlyArray<string>
}

/** Reads all pages of a user's list. */
const readList = ({ user, config }: UserRound, feed: 'items' | 'accounts'): Observable<CompleteList> =>
  defer(() => {
    const rejected: Array<RejectedRow> = []
    const userUuids = new Set<string>()
    const recordPage = (page: Page<unknown>) => {
      rejected.push(...(page.rejected ?? []))
      if (page.userUuid !== undefined) userUuids.add(page.userUuid)
      return EMPTY
    }
    const { limit = 500, maxPages, onInvalidRow } = config
    const options = { limit, maxPages, onInvalidRow, pace: recordPage, ...callOptions(config) }
    const rows$ = user[feed].all(options as never) as Observable<Row>
    return rows$.pipe(
      toArray(),
      map((rows) => ({ rows, rejected, userUuids: Array.from(userUuids) })),
    )
  })

const follow = followPosted()

const asPostable = (row: Row): PostableRow => row as Row & PostableRow

/**
 * Links the posted transactions of a batch to pending ones. Returns a function that computes the next window of
 * transactions without a counterpart. Its arguments are the rows to write, and the ids that are already in the table,
 * each with its stored row if the batch removes it.
 *
 * The fields of a removed row come from the table, because the service may send only its id.
 */
const linkBatch =
  (
    window: PostedWindow,
    removedRows: ReadonlyMap<string, Row>,
    { isLast, checkpoint }: Pick<UpdatedBatch<unknown>, 'isLast' | 'checkpoint'>,
  ) =>
  (rows: ReadonlyMap<string, Row>, known: ReadonlyMap<string, Row | undefined>): PostedWindow => {
    const entries = Array.from(rows)
    return follow(window, {
      added: entries.filter(([id]) => !known.has(id)).map(([, row]) => asPostable(row)),
      updated: entries.filter(([id]) => known.has(id)).map(([, row]) => asPostable(row)),
      removed: Array.from(removedRows, ([id, row]) => asPostable({ ...row, ...known.get(id) })),
      known: new Set(Array.from(known.keys(), Number)),
      checkpoint: isLast ? checkpoint : none,
    })
  }

/** Writes `rows` of a complete list. */
const writeList = (
  round: UserRound,
  feed: Feed,
  rows: ReadonlyMap<string, Row>,
  { rejected, userUuids }: Omit<CompleteList, 'rows'>,
  ids: ReadonlySet<string> | undefined = rejected.length === 0 ? new Set(rows.keys()) : undefined,
): Observable<MirrorBatch> => {
  const userUuid = userUuids.at(-1)
  const end = { isLast: true, rejected, checkpoint: none, ...(userUuid !== undefined && { userUuid }) }
  return concat(round.checkUsers(userUuids), writeWholeList(round, feed, { rows, ids, end }))
}

/** Reads a complete list and writes it. */
const readAll = (round: UserRound, feed: 'items' | 'accounts'): Observable<MirrorBatch> =>
  readList(round, feed).pipe(concatMap(({ rows, ...list }) => writeList(round, feed, rowsById(rows), list)))

/** The refresh status of an item, or the reason why it is missing. */
type ItemStatus = { readonly status: Row } | { readonly issues: ReadonlyArray<Issue> } | 'deleted'

/** Reads the refresh status of an item. The item may have been deleted since it was listed. */
const readStatus = ({ user, config }: UserRound, item: Row): Observable<ItemStatus> => {
  const { onInvalidRow } = config
  return (user.items.refreshStatus(item.id as number, callOptions(config)) as Observable<Row>).pipe(
    map((status) => ({ status })),
    catchError((error: unknown): Observable<ItemStatus> => {
      if (isClientError(error)) {
        if (isServiceStatus(error, 404)) return of('deleted')
        if (error._tag === 'DecodeError' && error.reason === 'shape' && onInvalidRow === 'report') return of(error)
      }
      return throwError(() => error)
    }),
  )
}

/** Reads the refresh status of each item, and writes it under the id of the item. */
const readRefreshes = (round: UserRound): Observable<MirrorBatch> =>
  readList(round, 'items').pipe(
    concatMap(({ rows: items, rejected, userUuids }) =>
      from(items).pipe(
        concatMap((item) => readStatus(round, item)),
        toArray(),
        concatMap((statuses) => {
          const rows = new Map<string, Row>()
          const allRejected: Array<RejectedRow> = [...rejected]
          for (const [index, result] of statuses.entries()) {
            if (result === 'deleted') continue
            if ('status' in result) rows.set(escapeText(String(items[index]?.id)), toStorableRow(result.status))
            else allRejected.push({ index, issues: result.issues })
          }
          const ids = allRejected.length === 0 && !statuses.includes('deleted') ? new Set(rows.keys()) : undefined
          return writeList(round, 'refreshes', rows, { rejected: allRejected, userUuids }, ids)
        }),
      ),
    ),
  )

/**
 * The bookmark from which a round reads. If an account is back, the bookmark has no known rows, so the round reads all
 * rows of the overlap again: the mirror did not write them while the account was missing.
 */
const startOf = (round: UserRound, { fullSyncDue }: FeedProgress, bookmark: Bookmark): Bookmark =>
  round.isRereadNeeded() || fullSyncDue === rereadDue ? { ...bookmark, rows: [] } : bookmark

/**
 * Reads updated rows and writes them, page by page; then compares the feed with its full list if `isFullSyncNeeded`.
 */
const readUpdated = (
  round: UserRound,
  feed: 'stocks' | 'transactions',
  progress: FeedProgress,
  isFullSyncNeeded: boolean,
): Observable<MirrorBatch> =>
  defer(() => {
    const { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, runNow$ } = round.config
    const options = { since, limit, maxPages, overlap, onInvalidRow, timeout, priority, runNow$ }
    const accountsDue = firstAccountsDue(round, progress)
    const firstDueTimes = {
      ...(progress.fullSyncDue === undefined && { fullSyncDue: () => firstFullSync(round) }),
      ...(accountsDue !== undefined && { accountsDue }),
    }
    let { window } = progress
    let lastWrite: WriteResult | undefined
    let rows: ReadonlyMap<string, Row> = new Map()

    /** Without `linkPosted`, the window is emptied: an earlier setting may have filled it. */
    const linkOf = (removedRows: ReadonlyMap<string, Row>, batch: SyncBatch<object>): Pick<RoundWrite, 'link'> => {
      if (feed !== 'transactions') return {}
      if (round.linkPosted) return { link: linkBatch(window, removedRows, batch) }
      return window.added.length + window.removed.length > 0 ? { link: () => emptyPostedWindow } : {}
    }

    const write = (batch: SyncBatch<object>): Observable<WriteResult> =>
      defer(() => {
        const versions = rowsById(batch.resources)
        const isRemovedEntry = ([, row]: readonly [string, Row]) => isRemoved(row)
        const removedRows = new Map(Array.from(versions).filter(isRemovedEntry))
        const presentRows = new Map(Array.from(versions).filter((entry) => !isRemovedEntry(entry)))
        rows = presentRows
        return round.write({
          feed,
          rows,
          removedIds: [...removedRows.keys()],
          isLast: batch.isLast,
          bookmark: toUndefined(batch.bookmark),
          ...(batch.isLast && firstDueTimes),
          ...linkOf(removedRows, batch),
        })
      }).pipe(
        tap((written) => {
          lastWrite = written
          window = written.window ?? window
        }),
      )

    const process = (batch: SyncBatch<object>): Observable<unknown> =>
      concat(round.checkUsers(batch.userUuid === undefined ? [] : [batch.userUuid]), write(batch))

    const bookmark = progress.bookmark === undefined ? {} : { from: startOf(round, progress, progress.bookmark) }
    const batches$ = round.user[feed].sync({ ...options, ...bookmark, process } as never) as Observable<
      SyncBatch<object>
    >
    let end: Pick<SyncBatch<object>, 'checkpoint' | 'bookmark'> = { checkpoint: none, bookmark: none }
    const updates$ = batches$.pipe(
      concatMap((batch) => {
        end = batch
        const { rejected, userUuid } = batch
        const fields = isFullSyncNeeded ? { ...emptyEnd, rejected, ...(userUuid !== undefined && { userUuid }) } : batch
        return from(toBatches(round, feed, lastWrite as WriteResult, rows, fields))
      }),
    )
    return isFullSyncNeeded
      ? concat(
          updates$,
          defer(() => fullSync(round, feed, progress, end)),
        )
      : updates$
  })

/** Reads a feed of a user once, and writes it. */
export const syncFeed = (round: UserRound, feed: Feed, progress: FeedProgress): Observable<MirrorBatch> => {
  if (feed === 'items' || feed === 'accounts') return readAll(round, feed)
  return feed === 'refreshes'
    ? readRefreshes(round)
    : checkAccounts(round, feed, progress).pipe(
        concatMap((isUnlisted) => readUpdated(round, feed, progress, isUnlisted || isFullSyncDue(round, progress))),
      )
}
