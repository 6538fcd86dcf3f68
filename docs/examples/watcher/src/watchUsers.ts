import type { Watcher } from 'rxbank/node'
import { concatMap, connect, map, merge, takeUntil, tap } from 'rxjs'
import { consents } from './consents.js'
import type { OpenDatabase } from './database.js'
import { forEachMember } from './forEachMember.js'
import { lasting } from './lasting.js'
import type { News } from './News.js'
import { oneAtATime } from './oneAtATime.js'
import type { WatchedClient } from './openClient.js'
import { spread } from './spread.js'
import { userTable } from './userTable.js'
import { lists, watchList } from './watchList.js'

/** Milliseconds after which somebody is noticed who was added to the table of users, or deleted. */
const notice = 1000

/** Consents last for months: of so many rounds of a list, one asks for them. */
const patience = 5

/**
 * Mirrors the lists of all users of the table, watches their consents, and erases those who were deleted. Of many that
 * begin at once ten lists are asked for at once, and the others over `every`.
 */
export const watchUsers =
  (client: WatchedClient, { database, mirror }: OpenDatabase, every: number): Watcher<News> =>
  (stop$) => {
    const table = userTable(database)
    const start$ = spread(every)

    const watchUser = (user: string): Watcher<News> => {
      const one = client.user({ externalUserId: user })
      const inTurn = oneAtATime()
      const watched = [
        ...lists.map((list) => {
          const events = client.watcherEvents(`${list}.updated`, every)
          return lasting(user, list, watchList({ mirror, client: one, user, list, every, start$, inTurn, events }))
        }),
        ...(client.hasConsents
          ? [lasting(user, 'consents', consents({ client: one, database, user, every: patience * every }))]
          : []),
      ]
      return (ended$) => merge(...watched.map((watch) => watch(ended$)))
    }

    const erase = (user: string) =>
      mirror.erase(user).pipe(
        tap(() => table.erased(user)),
        map(({ rows }): News => ({ _tag: 'LetGo', user, rows })),
      )

    return table.watch(notice).pipe(
      takeUntil(stop$),
      connect((looks$) =>
        merge(
          looks$.pipe(
            map(({ watched }) => watched),
            forEachMember((user, left$) => watchUser(user)(merge(stop$, left$))),
          ),
          // After the rounds of those who were deleted have ended: a round would add them again.
          looks$.pipe(
            concatMap(({ deleted }) => deleted),
            concatMap(erase),
          ),
        ),
      ),
    )
  }
