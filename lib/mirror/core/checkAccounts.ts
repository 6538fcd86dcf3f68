import { catchError, concatMap, defer, map, type Observable, of, shareReplay, toArray } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import type { WholeList } from '../../streams/polling/confirmAbsence.js'
import type { Row } from './columns.js'
import type { FeedProgress } from './FeedProgress.js'
import type { MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { escapeText } from './rowText.js'
import type { UserRound } from './UserRound.js'

/** How often a round that does not read the accounts looks for them, in milliseconds. */
const checkEvery = 60 * 60_000

/** Reads the accounts of a user once for all feeds of a round: emits them, or `undefined` if the list fails, and completes. */
export const listAccounts = (
  user: MirrorSource<never>,
  { limit = 500, maxPages, timeout }: MirrorSyncConfig,
  now: () => number,
): Observable<WholeList | undefined> =>
  defer(() => {
    const at = now()
    const rows$ = user.accounts.all({ limit, maxPages, timeout } as never) as Observable<Row>
    return rows$.pipe(
      map(({ id }) => escapeText(String(id))),
      toArray(),
      map((ids) => ({ ids: new Set(ids), at })),
      catchError((error: unknown) => {
        if (!isClientError(error)) throw error
        return of(undefined)
      }),
    )
  }).pipe(shareReplay({ bufferSize: 1, refCount: true }))

/** When a round that does not read the accounts first looks for them; `undefined` if that is stored already. */
export const firstAccountsDue = (
  { readsAccounts, now }: UserRound,
  { accountsDue }: FeedProgress,
): number | undefined => (readsAccounts || accountsDue !== undefined ? undefined : now() + checkEvery)

/** Whether a round that does not read the accounts is to look for them. */
const isDue = ({ readsAccounts, now }: UserRound, { bookmark, accountsDue }: FeedProgress): boolean => {
  if (readsAccounts || bookmark === undefined || accountsDue === undefined) return false
  return now() >= accountsDue || accountsDue - now() > checkEvery
}

/**
 * Checks, in a round that does not read the accounts, whether the accounts of the feed's rows are still listed. Emits whether
 * the rows have to be read again because an account is no longer listed, and completes. If the list fails, nothing is
 * concluded, and the round goes on.
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
