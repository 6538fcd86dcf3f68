import { catchError, concat, concatMap, EMPTY, exhaustMap, from, ignoreElements, Subscription, tap, timer } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { createMirror } from '../../../lib/mirror/sqlite/createSqliteMirror.js'
import { hour } from '../time.js'
import type { Copy, CopyListener } from './Copy.js'
import { isExpected } from './expected.js'
import { overlap } from './laggingLists.js'
import { bookedSums, rowsOfMirror, uuidOf } from './mirrorRows.js'
import { type CopiedRow, type Feed, feeds } from './Rows.js'
import type { TroubledDatabase } from './troubledDatabase.js'

/** A mirror with a change log, whose rounds a program runs itself, once an hour; rows that were removed are deleted. */
export const roundsCopy = (
  clock: Clock,
  users: ReadonlyArray<string>,
  fullSyncEvery: number,
  { database, real }: { readonly database: TroubledDatabase; readonly real: TroubledDatabase['database'] },
  { failed, removed, changed, shown }: CopyListener,
): Copy => {
  const name = 'a mirror with rounds'
  const mirror = createMirror({ database: database.database, clock, removedRows: 'delete', fullSyncEvery })
  let running = new Subscription()

  const found = (user: string, feed: Feed, ids: ReadonlyArray<string>): ReadonlyArray<CopiedRow> => {
    const rows = rowsOfMirror(real, user, feed)
    return ids.flatMap((id) => rows.get(id) ?? [])
  }

  return {
    name,
    begin: (client) => {
      const round = (id: string) =>
        concat(
          mirror.presentCursor().pipe(ignoreElements()),
          mirror.sync(client.user({ externalUserId: id }), { id, limit: 6, overlap }),
        ).pipe(
          tap(({ feed, removedIds: gone, changedIds: ids, isUserReplaced }) => {
            if (feed === 'refreshes') return
            if (isUserReplaced !== true) removed(name, id, feed, gone)
            if (ids.length === 0) return
            const rows = found(id, feed, ids)
            changed(name, id, feed, rows)
            if (feed === 'transactions') shown(name, id, rows)
          }),
          ignoreElements(),
          catchError((error: unknown) => {
            if (!isExpected(error)) failed(name, id, `a round ended with ${String(error)}`)
            return EMPTY
          }),
        )
      running = timer(0, hour, clock.scheduler)
        .pipe(exhaustMap(() => from(users).pipe(concatMap(round))))
        .subscribe()
    },
    kill: () => running.unsubscribe(),
    recover: () => undefined,
    mirror: { eraseDeleted: mirror.eraseDeleted, real },
    uuid: (user) => uuidOf(real, user),
    sums: (user) => bookedSums(real, user),
    rows: (user, feed) => (feeds.includes(feed) ? rowsOfMirror(real, user, feed) : undefined),
  }
}
