import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  ignoreElements,
  map,
  type Observable,
  of,
  tap,
  throwError,
} from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { defaultTolerance } from '../../ledger/balances/proveBalance.js'
import { proofOfRound } from '../balances/proofOfRound.js'
import { proveBalances } from '../balances/proveBalances.js'
import type { Feed } from '../core/Feed.js'
import type { Erasure, MirrorBatch, MirrorSource, MirrorSyncConfig } from '../core/Mirror.js'
import type { WholeMsSettings } from '../core/mirrorOptions.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import type { Store } from '../core/Store.js'
import { toStoredRows } from '../core/storedRows.js'
import type { RemovedRows } from '../erasure/removeRows.js'
import type { MatchingRound } from '../lineages/matchLineages.js'
import { changedRows } from '../log/MirrorChange.js'
import type { Row } from '../tables/columns.js'
import { listAccounts } from './checkAccounts.js'
import { unreadFeed, withWindow } from './FeedProgress.js'
import { defaultFullSyncEvery } from './fullSync.js'
import { readFeeds } from './readFeeds.js'
import type { ClaimedRound, RoundTransactions } from './roundTransactions.js'
import { syncFeed } from './syncFeed.js'
import type { UserRound } from './UserRound.js'
import { replaceUser, storeUserUuid, UserMismatch } from './userUuid.js'
import { removedBatch } from './writeWholeList.js'

/** How often a round may restart because its user was replaced. After that, the tokens must belong to several users. */
const maxReplacements = 2

/** The arguments of {@link readUser}. */
interface UserRoundConfig extends Pick<RoundTransactions, 'save'>, Pick<PreparedTables, 'recheckAfterFailure'> {
  readonly store: Pick<Store, 'dialect' | 'transaction' | 'emitChange' | 'eraseTraces'>
  readonly settings: WholeMsSettings
  /** Erases the user if the service has deleted the user with this uuid: emits what was erased. */
  readonly eraseIfDeleted: (userUuid: string) => Observable<Erasure>
  /** Finds the accounts of the user that continue or duplicate others, and stores them. */
  readonly matchLineages: (round: MatchingRound) => Observable<never>
  readonly user: MirrorSource<never>
  readonly config: MirrorSyncConfig
  /** The feeds to read, in this order. */
  readonly feeds: ReadonlyArray<Feed>
  readonly claimedRound: ClaimedRound
}

/**
 * Reads the feeds of a user once, and writes them. If a response belongs to another user than the rows of the mirror,
 * deletes the rows and reads all feeds again.
 */
export const readUser = ({
  store: { dialect, transaction, emitChange, eraseTraces = EMPTY },
  settings: { linkPosted = true, fullSyncEvery = defaultFullSyncEvery, tolerance = defaultTolerance, clock },
  save,
  recheckAfterFailure,
  eraseIfDeleted,
  matchLineages,
  user,
  config,
  feeds,
  claimedRound,
}: UserRoundConfig): Observable<MirrorBatch> =>
  defer(() => {
    const { id, extraStatements } = config
    const { isProofOpen } = claimedRound
    let { fence, progress, userUuid, isDeleted, matchUntil } = claimedRound
    let isRereadNeeded = false
    let isLoading = false
    let isMatchDue = false
    let hasChanges = false
    let writtenRowIds: ReadonlyArray<string> = []

    /**
     * If the service has deleted the user, erases them and errors with `StaleFencingToken`. The uuid must be stored
     * already.
     */
    const failIfDeleted = (uuid: string): Observable<never> =>
      eraseIfDeleted(uuid).pipe(
        concatMap(({ wasKnown }) => {
          isDeleted = false
          return wasKnown ? throwError(() => new StaleFencingToken({ fence })) : EMPTY
        }),
      )

    const checkUser = (uuid: string): Observable<never> =>
      defer(() => {
        const responseUuid = uuid.toLowerCase()
        // #sabotage: mirror-uuid
        // Completes an erasure that was recorded, but never finished.
        if (userUuid === responseUuid) return isDeleted ? failIfDeleted(responseUuid) : EMPTY
        if (userUuid !== undefined) return throwError(() => new UserMismatch(responseUuid))
        return concat(
          transaction(() => storeUserUuid(dialect, { user: id, fence, userUuid: responseUuid })).pipe(
            tap(() => {
              userUuid = responseUuid
            }),
            ignoreElements(),
          ),
          failIfDeleted(responseUuid),
        )
      })

    const newRound = (): UserRound => ({
      user,
      config,
      linkPosted,
      fullSyncEvery,
      tolerance,
      now: clock.wall,
      isRereadNeeded: () => isRereadNeeded,
      isLoading: () => isLoading,
      readsAccounts: feeds.includes('accounts'),
      accounts$: listAccounts(user, config, clock.wall),
      checkUsers: (userUuids) => concat(...userUuids.map(checkUser)),
      write: (roundWrite) =>
        defer(() => {
          const { feed, rows = new Map<string, Row>() } = roundWrite
          const storedRows = toStoredRows(dialect.columns[feed], rows)
          const now = clock.wall()
          return save({
            removedIds: [],
            bookmark: undefined,
            ...roundWrite,
            rows,
            storedRows,
            user: id,
            fence,
            isMatching: matchUntil !== undefined && matchUntil > 0,
            extraStatements,
            now,
          })
        }).pipe(
          tap((written) => {
            fence = written.fence
            isRereadNeeded ||= written.isRereadNeeded
            isLoading ||= written.isLoading
            isMatchDue ||= written.isMatchDue
            if (written.remainingWindow) progress = withWindow(progress, written.remainingWindow)
            for (const dependent of written.dependents)
              emitChange(changedRows(id, dependent.feed, dependent.removedIds))
            const ids = [...written.changedIds, ...written.removedIds]
            if (matchUntil !== undefined) {
              hasChanges ||= ids.length > 0
              isMatchDue ||= matchUntil > 0 && (ids.length > 0 || clock.wall() >= matchUntil)
              if (roundWrite.feed === 'transactions') writtenRowIds = [...writtenRowIds, ...written.changedIds]
            }
            if (ids.length > 0) emitChange(changedRows(id, roundWrite.feed, ids))
          }),
        ),
    })

    /** Deletes the rows of the old user: emits a batch for each feed that had rows, or one without rows if none had. */
    const replace = (uuid: string): Observable<MirrorBatch> =>
      defer(() => transaction(() => replaceUser(dialect, { user: id, fence, userUuid: uuid }, extraStatements))).pipe(
        concatMap((replacement) => {
          fence = replacement.fence
          progress = new Map()
          isRereadNeeded = false
          isLoading = false
          isMatchDue = false
          hasChanges = false
          writtenRowIds = []
          matchUntil = undefined
          userUuid = uuid
          emitChange({ _tag: 'Erased', user: id })
          const removedByFeed: ReadonlyArray<RemovedRows> =
            replacement.removed.length > 0
              ? replacement.removed
              : feeds.slice(0, 1).map((feed) => ({ feed, removedIds: [] }))
          return concat(
            eraseTraces,
            from(removedByFeed).pipe(
              map((rows) => ({ ...removedBatch(id, rows, fence, uuid), isUserReplaced: true as const })),
            ),
          )
        }),
      )

    /** Matches the accounts before the last batch of transactions, if one was added or removed, or is linked. */
    const withMatch = concatMap((batch: MirrorBatch) => {
      const isEnd = batch.feed === 'transactions' && batch.isLast
      if (!isEnd || !(isMatchDue || hasChanges)) return of(batch)
      const settledRowIds = isMatchDue ? undefined : writtenRowIds
      return concat(matchLineages({ user: id, fence, now: clock.wall(), settledRowIds }), of(batch))
    })

    const readAll = (): Observable<MirrorBatch> => {
      const round = newRound()
      const withProof = proofOfRound(round, isProofOpen, (request) =>
        transaction(() => proveBalances(dialect, { ...request, user: id, fence })),
      )
      return readFeeds(feeds, (feed) =>
        defer(() => syncFeed(round, feed, progress.get(feed) ?? unreadFeed)).pipe(
          withProof,
          withMatch,
          recheckAfterFailure(),
        ),
      )
    }

    const read = (replacements: number): Observable<MirrorBatch> =>
      readAll().pipe(
        catchError((error: unknown) => {
          if (!(error instanceof UserMismatch)) return throwError(() => error)
          if (replacements === maxReplacements) return throwError(() => wrongOption('/user', 'tokens of one user'))
          return concat(
            replace(error.userUuid),
            failIfDeleted(error.userUuid),
            defer(() => read(replacements + 1)),
          )
        }),
      )

    return read(0)
  })
