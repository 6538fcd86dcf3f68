import { concat, concatMap, defer, EMPTY, expand, from, ignoreElements, type Observable, share, tap } from 'rxjs'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { type Feed, feeds } from './Feed.js'
import { checkSchema, migrate } from './migrate.js'
import type { Mirror, MirroredUser, MirrorSettings, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import { rounds } from './rounds.js'
import { syncSettings, userId } from './settings.js'
import { unknown } from './Standing.js'
import type { Store } from './Store.js'
import { syncFeed } from './syncFeed.js'
import { claim, erase, usersAfter } from './users.js'
import type { Write } from './write.js'

const byDefault: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions']

const named = options('options', { id: userId }, {})

/** How many users one statement reads. */
const most = 1000

/** Creates the mirror of a database. */
export const mirrorOf = (store: Store, settings: MirrorSettings): Mirror => {
  const { dialect } = store
  const { removed = 'keep', link: isLinking = true, atStart = 'migrate' } = settings
  const { begin, save } = rounds(store, removed === 'keep')
  let isChecked = false

  const applied = () => store.transaction(() => migrate(dialect))

  const checked$ = defer((): Observable<unknown> =>
    atStart === 'migrate' ? applied() : store.transaction(() => checkSchema(dialect)),
  ).pipe(
    tap(() => (isChecked = true)),
    ignoreElements(),
    share(),
  )

  /** Completes when the tables are of this version: checked or migrated once, for all who begin meanwhile. */
  const ready = defer(() => (isChecked ? EMPTY : checked$))

  const run = <A>(...[program]: Parameters<typeof store.transaction<A>>): Observable<A> =>
    concat(ready, store.transaction(program))

  const sync = (user: MirrorSource<never>, config: MirrorSyncConfig) =>
    defer(() => {
      const asked = decodeOptions(syncSettings, config) as MirrorSyncConfig
      const { id } = asked
      const wanted = feeds.filter((feed) => (asked.feeds ?? byDefault).includes(feed))

      return concat(ready, begin({ user: id, fence: asked.fence })).pipe(
        concatMap(({ fence: first, standings }) => {
          let fence = first
          const round = {
            user,
            config: asked,
            isLinking,
            write: (part: Omit<Write, 'user' | 'fence' | 'also'>) =>
              defer(() => save({ ...part, user: id, fence, also: asked.also })).pipe(
                tap((written) => {
                  fence = written.fence
                  const ids = [...written.changed, ...written.removed]
                  if (ids.length > 0) store.tell(changeOf(id, part.feed, ids))
                }),
              ),
          }
          return concat(...wanted.map((feed) => syncFeed(round, feed, standings.get(feed) ?? unknown)))
        }),
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
        return run(() => erase(dialect, id))
      }).pipe(
        tap(({ user, wasKnown }) => {
          if (wasKnown) store.tell({ _tag: 'Erased', user })
        }),
      ),
    changes$: store.changes$,
  }
}
