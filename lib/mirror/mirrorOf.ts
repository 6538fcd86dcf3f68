import { none } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  expand,
  from,
  ignoreElements,
  type Observable,
  tap,
  throwError,
} from 'rxjs'
import { words } from '../codec/messages.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { wrongOption } from '../error/wrongOption.js'
import { feeds, feedsByDefault } from './Feed.js'
import type { Mirror, MirrorBatch, MirroredUser, MirrorSettings, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import { prepared } from './prepared.js'
import type { Program } from './Program.js'
import { readFeeds } from './readFeeds.js'
import { rounds } from './rounds.js'
import { syncSettings, userId } from './settings.js'
import { unknown } from './Standing.js'
import type { Store } from './Store.js'
import { syncFeed, type UserRound } from './syncFeed.js'
import { claim, erase, usersAfter } from './users.js'
import { adopt, OtherUser, replaceUser } from './userUuid.js'

const named = options('options', { id: userId }, {})

/** How often a round begins anew because its user was replaced. More often, the tokens are of several users. */
const maxReplacements = 2

/** How many users one statement reads. */
const most = 1000

/** Data of users in other tables of the database: `ready` prepares these tables, and `program` deletes a user's data. */
interface OtherTables {
  readonly ready: Observable<never>
  readonly program: (id: string) => Program<unknown>
}

/** Creates the mirror of a database. */
export const mirrorOf = (store: Store, settings: MirrorSettings, others?: OtherTables): Mirror => {
  const { dialect } = store
  const { removed = 'keep', link: isLinking = true, atStart } = settings
  const { begin, save } = rounds(store, removed === 'keep')
  const { transaction } = store
  const { applied, ready, run, explained } = prepared(store, dialect, atStart)

  const sync = (user: MirrorSource<never>, config: MirrorSyncConfig) =>
    defer(() => {
      const asked = decodeOptions(syncSettings, config) as MirrorSyncConfig
      const { id } = asked
      const wanted = feeds.filter((feed) => (asked.feeds ?? feedsByDefault).includes(feed))

      return concat(ready, begin({ user: id, fence: asked.fence })).pipe(
        concatMap(({ fence: first, standings: kept, userUuid: known }) => {
          let fence = first
          let standings = kept
          let userUuid = known

          const checkUser = (uuid: string): Observable<never> =>
            defer(() => {
              const named = uuid.toLowerCase()
              if (userUuid === named) return EMPTY
              if (userUuid !== undefined) return throwError(() => new OtherUser(named))
              return transaction(() => adopt(dialect, { user: id, fence, userUuid: named })).pipe(
                tap(() => {
                  userUuid = named
                }),
                ignoreElements(),
              )
            })

          const round: UserRound = {
            user,
            config: asked,
            isLinking,
            checkUsers: (userUuids) => concat(...userUuids.map(checkUser)),
            write: (part) =>
              defer(() => save({ ...part, user: id, fence, also: asked.also })).pipe(
                tap((written) => {
                  fence = written.fence
                  const ids = [...written.changed, ...written.removed]
                  if (ids.length > 0) store.tell(changeOf(id, part.feed, ids))
                }),
              ),
          }

          /** Removes the rows of the user before: emits a batch for each feed that had rows, or one without rows. */
          const replaced = (uuid: string): Observable<MirrorBatch> =>
            transaction(() =>
              replaceUser(dialect, { user: id, fence, userUuid: uuid }, removed === 'keep', asked.also),
            ).pipe(
              tap((done) => {
                fence = done.fence
                standings = new Map()
                userUuid = uuid
                for (const { feed, ids } of done.removed) store.tell(changeOf(id, feed, ids))
              }),
              concatMap((done) =>
                (done.removed.length > 0 ? done.removed : [{ feed: wanted[0] ?? 'items', ids: [] }]).map(
                  ({ feed, ids }): MirrorBatch => ({
                    ...{ user: id, feed, changed: [], removed: ids, links: [], rejected: [], fence },
                    ...{ checkpoint: none, isLast: false, userUuid: uuid, isUserReplaced: true },
                  }),
                ),
              ),
            )

          const read = (replacements: number): Observable<MirrorBatch> =>
            readFeeds(wanted, (feed) => defer(() => syncFeed(round, feed, standings.get(feed) ?? unknown))).pipe(
              catchError((error: unknown) => {
                if (!(error instanceof OtherUser)) return throwError(() => error)
                if (replacements === maxReplacements)
                  return throwError(() => wrongOption('/user', words('tokens of one user')))
                return concat(
                  replaced(error.userUuid),
                  defer(() => read(replacements + 1)),
                )
              }),
            )

          return read(0)
        }),
        explained(),
      )
    })

  const page = (after: string) => run(() => usersAfter(dialect, after, most))

  return {
    migrate: () => applied().pipe(concatMap((migrations) => from(migrations))),
    sync: sync as Mirror['sync'],
    claim: (id) =>
      defer(() => {
        decodeOptions(named, { id })
        return run(() => claim(dialect, id))
      }),
    users: () =>
      page('').pipe(
        expand((users) => (users.length < most ? EMPTY : page(users.at(-1)?.id ?? ''))),
        concatMap((users): Observable<MirroredUser> => from(users)),
      ),
    erase: (id) =>
      defer(() => {
        decodeOptions(named, { id })
        const all = run(function* () {
          if (others) yield* others.program(id)
          return yield* erase(dialect, id)
        })
        return others ? concat(others.ready, all) : all
      }).pipe(
        tap(({ user, wasKnown }) => {
          if (wasKnown) store.tell({ _tag: 'Erased', user })
        }),
      ),
    changes$: store.changes$,
  }
}
