import { concat, concatMap, defer, EMPTY, expand, from, type Observable, tap } from 'rxjs'
import { systemClock } from '../clock/systemClock.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { type Feed, feeds } from './Feed.js'
import { listedAccounts } from './findAccounts.js'
import { defaultFullSyncEvery } from './fullSync.js'
import type { Mirror, MirroredUser, MirrorSettings, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import { prepared } from './prepared.js'
import type { Program } from './Program.js'
import { rounds } from './rounds.js'
import { syncSettings, userId } from './settings.js'
import { unknown } from './Standing.js'
import type { Store } from './Store.js'
import { syncFeed } from './syncFeed.js'
import type { RoundWrite } from './UserRound.js'
import { claim, erase, usersAfter } from './users.js'

const byDefault: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions']

const named = options('options', { id: userId }, {})

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
  const { removed = 'keep', link: isLinking = true, atStart, clock = systemClock } = settings
  const { fullSyncEvery = defaultFullSyncEvery } = settings
  const { begin, save } = rounds(store, removed === 'keep')
  const { applied, ready, run, explained } = prepared(store, dialect, atStart)

  const sync = (user: MirrorSource<never>, config: MirrorSyncConfig) =>
    defer(() => {
      const asked = decodeOptions(syncSettings, config) as MirrorSyncConfig
      const { id } = asked
      const wanted = feeds.filter((feed) => (asked.feeds ?? byDefault).includes(feed))

      return concat(ready, begin({ user: id, fence: asked.fence })).pipe(
        concatMap(({ fence: first, standings }) => {
          let fence = first
          let isRereadNeeded = false
          const round = {
            user,
            config: asked,
            isLinking,
            fullSyncEvery,
            now: clock.wall,
            isRereadNeeded: () => isRereadNeeded,
            readsAccounts: wanted.includes('accounts'),
            accounts$: listedAccounts(user, asked, clock.wall),
            write: (part: RoundWrite) =>
              defer(() => save({ ...part, user: id, fence, also: asked.also })).pipe(
                tap((written) => {
                  fence = written.fence
                  isRereadNeeded ||= written.isRereadNeeded
                  for (const rows of written.others) store.tell(changeOf(id, rows.feed, rows.removed))
                  const ids = [...written.changed, ...written.removed]
                  if (ids.length > 0) store.tell(changeOf(id, part.feed, ids))
                }),
              ),
          }
          return concat(...wanted.map((feed) => syncFeed(round, feed, standings.get(feed) ?? unknown)))
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
