import { concat, concatMap, defer, EMPTY, expand, from, type Observable, tap } from 'rxjs'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { feeds, feedsByDefault } from './Feed.js'
import type { Mirror, MirroredUser, MirrorSettings, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { checkAlso, syncArguments, toWholeMs, userId } from './mirrorOptions.js'
import { claim, erase, usersAfter } from './mirrorUsers.js'
import { prepareTables } from './prepareTables.js'
import type { Program } from './Program.js'
import { readUser } from './readUser.js'
import { roundTransactions } from './roundTransactions.js'
import type { Store } from './Store.js'

const idOptions = options('options', { id: userId }, {})

/** How many users one statement reads. */
const pageSize = 1000

/** Data of users in other tables of the database: `ready` prepares these tables, and `program` deletes a user's data. */
interface OtherTables {
  readonly ready: Observable<never>
  readonly program: (id: string) => Program<unknown>
}

/** Creates the mirror of a database. */
export const mirrorFromStore = (store: Store, settings: MirrorSettings, others?: OtherTables): Mirror => {
  const { dialect } = store
  const { removed = 'keep', atStart } = settings
  const wholeMsSettings = toWholeMs(settings)
  const { begin, save } = roundTransactions(store, removed === 'keep')
  const { migrate, ready, run, explain } = prepareTables(store, dialect, atStart)

  const sync = (user: MirrorSource<never>, config: MirrorSyncConfig) =>
    defer(() => {
      const decoded: MirrorSyncConfig = decodeOptions(syncArguments, { ...config, user })
      const { id, also, feeds: wanted = feedsByDefault } = decoded
      const checked = also === undefined ? decoded : { ...decoded, also: checkAlso(also) }

      return concat(ready, begin({ user: id, fence: decoded.fence })).pipe(
        concatMap((begun) =>
          readUser({
            store,
            settings: wholeMsSettings,
            save,
            explain,
            user,
            config: checked,
            feeds: feeds.filter((feed) => wanted.includes(feed)),
            begun,
          }),
        ),
        explain(),
      )
    })

  const page = (after: string) => run(() => usersAfter(dialect, after, pageSize))

  return {
    migrate: () => migrate().pipe(concatMap((migrations) => from(migrations))),
    sync: sync as Mirror['sync'],
    claim: (id) =>
      defer(() => {
        decodeOptions(idOptions, { id })
        return run(() => claim(dialect, id))
      }),
    users: () =>
      page('').pipe(
        expand((users) => (users.length < pageSize ? EMPTY : page(users.at(-1)?.id ?? ''))),
        concatMap((users): Observable<MirroredUser> => from(users)),
      ),
    erase: (id) =>
      defer(() => {
        decodeOptions(idOptions, { id })
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
