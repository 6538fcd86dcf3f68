import type { Watcher } from 'rxbank/node'
import { concat, map, merge, take, takeUntil } from 'rxjs'
import type { Database } from './connection.js'
import { consents } from './consents.js'
import { forEachMember } from './forEachMember.js'
import { lasting } from './lasting.js'
import { lists, mirror } from './mirror.js'
import type { News } from './News.js'
import type { WatchedClient } from './openClient.js'
import { userTable } from './userTable.js'
import { watchList } from './watchList.js'

/** Milliseconds after which somebody is noticed who was added to the table of users, or deleted. */
const notice = 1000

/** Consents last for months: of so many rounds of a list, one asks for them. */
const patience = 5

/**
 * Mirrors the lists of all users of the table, and watches their consents. Of many that begin at once the client lets ten ask at once, and spreads the
 * others over `every`.
 */
export const watchUsers =
  (client: WatchedClient, database: Database, every: number): Watcher<News> =>
  (stop$) => {
    const mirrored = mirror(database)
    const watchUser = (user: string): Watcher<News> => {
      const one = client.user({ externalUserId: user })
      const watched = [
        ...lists.map((list) =>
          lasting(user, list, watchList({ client: one, user, list, options: mirrored(list, user), every })),
        ),
        ...(client.hasConsents
          ? [lasting(user, 'consents', consents({ client: one, database, user, every: patience * every }))]
          : []),
      ]
      return (ended$) => merge(...watched.map((watch) => watch(ended$)))
    }
    return userTable(database)
      .watch(notice)
      .pipe(
        takeUntil(stop$),
        forEachMember((user, left$) => {
          const letGo$ = left$.pipe(
            map((): News => ({ _tag: 'LetGo', user })),
            take(1),
            takeUntil(stop$),
          )
          return concat(watchUser(user)(merge(stop$, left$)), letGo$)
        }),
      )
  }
