import type { Client } from 'rxbank'
import type { Watcher } from 'rxbank/node'
import { concat, map, merge, take, takeUntil } from 'rxjs'
import type { Database } from './connection.js'
import { forEachMember } from './forEachMember.js'
import { lists, mirror } from './mirror.js'
import type { News } from './News.js'
import { userTable } from './userTable.js'
import { watchList } from './watchList.js'

/** Milliseconds after which somebody is noticed who was added to the table of users, or deleted. */
const notice = 1000

/**
 * Mirrors the lists of all users of the table. Of many that begin at once the client lets ten ask at once, and spreads the
 * others over `every`.
 */
export const watchUsers =
  (client: Client, database: Database, every: number): Watcher<News> =>
  (stop$) => {
    const mirrored = mirror(database)
    const watchUser = (user: string): Watcher<News> => {
      const one = client.user({ externalUserId: user })
      return (ended$) =>
        merge(
          ...lists.map((list) => watchList({ client: one, user, list, options: mirrored(list, user), every })(ended$)),
        )
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
