import { catchError, concatMap, defer, map, type Observable, of, shareReplay, toArray } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import type { AccountList } from '../core/AccountList.js'
import type { MirrorSource, MirrorSyncConfig } from '../core/Mirror.js'
import { escapeText } from '../core/rowText.js'
import { columns, type Row } from '../tables/columns.js'
import type { FeedProgress } from './FeedProgress.js'
import { callOptions, type UserRound } from './UserRound.js'

/** How often rounds that do not read the feed `accounts` check the list of accounts, in milliseconds. */
const checkEvery = 60 * 60_000

const itemColumn = columns.accounts.find(({ name }) => name === 'item_id')

/**
 * Reads the list of accounts once for all feeds of a round.
 *
 * Shared. Emits the list, or `undefined` if it fails, and completes.
 */
export const listAccounts = (
  user: MirrorSource<never>,
  config: MirrorSyncConfig,
  now: () => number,
): Observable<AccountList | undefined> =>
  defer(() => {
    const at = now()
    const { limit = 500, maxPages } = config
    const rows$ = user.accounts.all({ limit, maxPages, ...callOptions(config) } as never) as Observable<Row>
    return rows$.pipe(
      map((row) => [escapeText(String(row.id)), itemColumn?.read(row) ?? ''] as const),
      toArray(),
      map((accounts) => ({ ids: new Set(accounts.map(([id]) => id)), itemIds: new Map(accounts), at })),
      catchError((error: unknown) => {
        if (!isClientError(error)) throw error
        return of(undefined)
      }),
    )
  }).pipe(shareReplay({ bufferSize: 1, refCount: true }))

/** When accounts are first checked; `undefined` if the time is stored already, or the round reads the accounts. */
export const firstAccountsDue = (
  { readsAccounts, now }: UserRound,
  { accountsDue }: FeedProgress,
): number | undefined => (readsAccounts || accountsDue !== undefined ? undefined : now() + checkEvery)

/** Whether the round must check the accounts. A due time that is too far ahead was stored while the clock was wrong. */
const isDue = ({ readsAccounts, now }: UserRound, { bookmark, accountsDue }: FeedProgress): boolean => {
  if (readsAccounts || bookmark === undefined || accountsDue === undefined) return false
  return now() >= accountsDue || accountsDue - now() > checkEvery
}

/**
 * Checks whether the accounts of the feed's rows are still listed, if the round does not read the feed `accounts`.
 * Emits whether the rows must be read again because an account is no longer listed, or has come back; then completes. A
 * list that fails proves nothing, and the round continues.
 */
export const checkAccounts = (
  round: UserRound,
  feed: 'stocks' | 'transactions',
  progress: FeedProgress,
): Observable<boolean> =>
  defer(() => {
    if (!isDue(round, progress)) return of(false)
    return round.accounts$.pipe(
      concatMap((accounts) =>
        round.write({ feed, isLast: false, ...(accounts && { accounts }), accountsDue: round.now() + checkEvery }),
      ),
      map(({ isRereadNeeded }) => isRereadNeeded),
    )
  })
