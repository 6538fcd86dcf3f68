import { none } from 'fp-ts/lib/Option.js'
import { catchError, concat, concatMap, defer, EMPTY, ignoreElements, type Observable, tap, throwError } from 'rxjs'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Feed } from './Feed.js'
import { unknown } from './FeedProgress.js'
import { listedAccounts } from './findAccounts.js'
import { defaultFullSyncEvery, inBackground } from './fullSync.js'
import type { MirrorBatch, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import type { WholeSettings } from './mirrorOptions.js'
import type { Prepared } from './prepareTables.js'
import { readFeeds } from './readFeeds.js'
import type { RemovedRows } from './removeRows.js'
import type { BegunRound, Rounds } from './roundTransactions.js'
import type { Store } from './Store.js'
import { syncFeed } from './syncFeed.js'
import type { UserRound } from './UserRound.js'
import { adopt, OtherUser, replaceUser } from './userUuid.js'

/** How often a round begins anew because its user was replaced. More often, the tokens are of several users. */
const maxReplacements = 2

/** What a round of a user needs. */
interface UserRoundConfig extends Pick<Rounds, 'save'>, Pick<Prepared, 'explained'> {
  readonly store: Pick<Store, 'dialect' | 'transaction' | 'tell'>
  readonly settings: WholeSettings
  readonly user: MirrorSource<never>
  readonly config: MirrorSyncConfig
  /** The feeds to read, in this order. */
  readonly feeds: ReadonlyArray<Feed>
  readonly begun: BegunRound
}

/**
 * Reads the feeds of a user once, and writes them. If an answer is of another user than the rows of the mirror, removes
 * these rows, and reads everything anew.
 */
export const readUser = ({
  store: { dialect, transaction, tell },
  settings: { removed: removal = 'keep', link: isLinking = true, fullSyncEvery = defaultFullSyncEvery, clock },
  save,
  explained,
  user,
  config,
  feeds,
  begun,
}: UserRoundConfig): Observable<MirrorBatch> =>
  defer(() => {
    const { id, also } = config
    // #sabotage: lists-priority
    const lists = config.priority === 'interactive' ? user : inBackground(user)
    let { fence, standings, userUuid } = begun
    let isRereadNeeded = false

    const checkUser = (uuid: string): Observable<never> =>
      defer(() => {
        const named = uuid.toLowerCase()
        // #sabotage: mirror-uuid
        if (userUuid === named) return EMPTY
        if (userUuid !== undefined) return throwError(() => new OtherUser(named))
        return transaction(() => adopt(dialect, { user: id, fence, userUuid: named })).pipe(
          tap(() => {
            userUuid = named
          }),
          ignoreElements(),
        )
      })

    const newRound = (): UserRound => ({
      user,
      lists,
      config,
      isLinking,
      columns: dialect.columns,
      fullSyncEvery,
      now: clock.wall,
      isRereadNeeded: () => isRereadNeeded,
      readsAccounts: feeds.includes('accounts'),
      accounts$: listedAccounts(lists, config, clock.wall),
      checkUsers: (userUuids) => concat(...userUuids.map(checkUser)),
      write: (part) =>
        defer(() => save({ ...part, user: id, fence, also })).pipe(
          tap((written) => {
            fence = written.fence
            isRereadNeeded ||= written.isRereadNeeded
            for (const rows of written.others) tell(changeOf(id, rows.feed, rows.removed))
            const ids = [...written.changed, ...written.removed]
            if (ids.length > 0) tell(changeOf(id, part.feed, ids))
          }),
        ),
    })

    const toBatch =
      (uuid: string) =>
      ({ feed, removed }: RemovedRows): MirrorBatch => ({
        user: id,
        feed,
        changed: [],
        removed,
        links: [],
        inexact: [],
        rejected: [],
        fence,
        checkpoint: none,
        isLast: false,
        userUuid: uuid,
        isUserReplaced: true,
      })

    /** Removes the rows of the user before: emits a batch for each feed that had rows, or one without rows. */
    const replace = (uuid: string): Observable<MirrorBatch> =>
      defer(() =>
        transaction(() => replaceUser(dialect, { user: id, fence, userUuid: uuid }, removal === 'keep', also)),
      ).pipe(
        concatMap((done) => {
          fence = done.fence
          standings = new Map()
          isRereadNeeded = false
          userUuid = uuid
          for (const { feed, removed } of done.removed) tell(changeOf(id, feed, removed))
          const told = done.removed.length > 0 ? done.removed : feeds.slice(0, 1).map((feed) => ({ feed, removed: [] }))
          return told.map(toBatch(uuid))
        }),
      )

    const readAll = (): Observable<MirrorBatch> => {
      const round = newRound()
      return readFeeds(feeds, (feed) =>
        defer(() => syncFeed(round, feed, standings.get(feed) ?? unknown)).pipe(explained()),
      )
    }

    const read = (replacements: number): Observable<MirrorBatch> =>
      readAll().pipe(
        catchError((error: unknown) => {
          if (!(error instanceof OtherUser)) return throwError(() => error)
          if (replacements === maxReplacements) return throwError(() => wrongOption('/user', 'tokens of one user'))
          return concat(
            replace(error.userUuid),
            defer(() => read(replacements + 1)),
          )
        }),
      )

    return read(0)
  })
