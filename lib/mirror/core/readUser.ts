import { catchError, concat, concatMap, defer, EMPTY, ignoreElements, type Observable, tap, throwError } from 'rxjs'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Row } from './columns.js'
import { eraseIfDeleted } from './erasures.js'
import type { Feed } from './Feed.js'
import { unreadFeed } from './FeedProgress.js'
import { Fenced } from './Fenced.js'
import { listAccounts } from './findAccounts.js'
import { defaultFullSyncEvery, withBackgroundPriority } from './fullSync.js'
import type { MirrorBatch, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import type { WholeMsSettings } from './mirrorOptions.js'
import type { PreparedTables } from './prepareTables.js'
import { readFeeds } from './readFeeds.js'
import type { ClaimedRound, RoundTransactions } from './roundTransactions.js'
import type { Store } from './Store.js'
import { toStoredRows } from './storedRows.js'
import { syncFeed } from './syncFeed.js'
import { removedBatch } from './toBatches.js'
import type { UserRound } from './UserRound.js'
import { OtherUser, replaceUser, storeUserUuid } from './userUuid.js'

/** How often a round begins anew because its user was replaced. If it happens more often, the tokens are of several users. */
const maxReplacements = 2

/** What a round of a user needs. */
interface UserRoundConfig extends Pick<RoundTransactions, 'save'>, Pick<PreparedTables, 'recheckAfterFailure'> {
  readonly store: Pick<Store, 'dialect' | 'transaction' | 'emitChange'>
  readonly settings: WholeMsSettings
  readonly user: MirrorSource<never>
  readonly config: MirrorSyncConfig
  /** The feeds to read, in this order. */
  readonly feeds: ReadonlyArray<Feed>
  readonly claimedRound: ClaimedRound
}

/**
 * Reads the feeds of a user once, and writes them. If an answer is for another user than the rows of the mirror, removes the
 * rows and reads everything anew.
 */
export const readUser = ({
  store: { dialect, transaction, emitChange },
  settings: { removed: removal = 'keep', link: isLinking = true, fullSyncEvery = defaultFullSyncEvery, clock },
  save,
  recheckAfterFailure,
  user,
  config,
  feeds,
  claimedRound,
}: UserRoundConfig): Observable<MirrorBatch> =>
  defer(() => {
    const { id, also } = config
    // #sabotage: lists-priority
    const lists = config.priority === 'interactive' ? user : withBackgroundPriority(user)
    let { fence, progress, userUuid } = claimedRound
    let isRereadNeeded = false

    /** Errors with `Fenced` if the service has deleted the user, who is then erased. The uuid was stored before. */
    const failIfDeleted = (uuid: string): Observable<never> =>
      defer(() => transaction(() => eraseIfDeleted(dialect, id, uuid, clock.wall()))).pipe(
        concatMap((isDeleted) => {
          if (!isDeleted) return EMPTY
          emitChange({ _tag: 'Erased', user: id })
          return throwError(() => new Fenced({ fence }))
        }),
      )

    const checkUser = (uuid: string): Observable<never> =>
      defer(() => {
        const answered = uuid.toLowerCase()
        // #sabotage: mirror-uuid
        if (userUuid === answered) return EMPTY
        if (userUuid !== undefined) return throwError(() => new OtherUser(answered))
        return concat(
          transaction(() => storeUserUuid(dialect, { user: id, fence, userUuid: answered })).pipe(
            tap(() => {
              userUuid = answered
            }),
            ignoreElements(),
          ),
          failIfDeleted(answered),
        )
      })

    const newRound = (): UserRound => ({
      user,
      lists,
      config,
      isLinking,
      fullSyncEvery,
      now: clock.wall,
      isRereadNeeded: () => isRereadNeeded,
      readsAccounts: feeds.includes('accounts'),
      accounts$: listAccounts(lists, config, clock.wall),
      checkUsers: (userUuids) => concat(...userUuids.map(checkUser)),
      write: (part) =>
        defer(() => {
          const { feed, live = new Map<string, Row>() } = part
          const ready = toStoredRows(dialect.columns[feed], live)
          const now = clock.wall()
          return save({ removed: [], bookmark: undefined, ...part, live, ready, user: id, fence, also, now })
        }).pipe(
          tap((written) => {
            fence = written.fence
            isRereadNeeded ||= written.isRereadNeeded
            for (const rows of written.others) emitChange(changeOf(id, rows.feed, rows.removed))
            const ids = [...written.changed, ...written.removed]
            if (ids.length > 0) emitChange(changeOf(id, part.feed, ids))
          }),
        ),
    })

    /** Removes the rows of the old user: emits a batch for each feed that had rows, or one without rows if none had. */
    const replace = (uuid: string): Observable<MirrorBatch> =>
      defer(() =>
        transaction(() => replaceUser(dialect, { user: id, fence, userUuid: uuid }, removal === 'keep', also)),
      ).pipe(
        concatMap((done) => {
          fence = done.fence
          progress = new Map()
          isRereadNeeded = false
          userUuid = uuid
          for (const { feed, removed } of done.removed) emitChange(changeOf(id, feed, removed))
          const removedRows =
            done.removed.length > 0 ? done.removed : feeds.slice(0, 1).map((feed) => ({ feed, removed: [] }))
          return removedRows.map((rows) => ({ ...removedBatch(id, rows, fence, uuid), isUserReplaced: true as const }))
        }),
      )

    const readAll = (): Observable<MirrorBatch> => {
      const round = newRound()
      return readFeeds(feeds, (feed) =>
        defer(() => syncFeed(round, feed, progress.get(feed) ?? unreadFeed)).pipe(recheckAfterFailure()),
      )
    }

    const read = (replacements: number): Observable<MirrorBatch> =>
      readAll().pipe(
        catchError((error: unknown) => {
          if (!(error instanceof OtherUser)) return throwError(() => error)
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
