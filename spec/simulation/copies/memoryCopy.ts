import { Subscription } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { liveRows } from '../../../lib/streams/polling/liveRows.js'
import { hour } from '../time.js'
import type { Copy, CopyListener } from './Copy.js'
import { overlap } from './laggingLists.js'
import type { CopiedRow } from './Rows.js'
import { sumsOfMemory } from './sums.js'

/** Rows in memory, by `liveRows` on a watcher: of a process that is killed nothing is left. */
export const memoryCopy = (
  clock: Clock,
  users: ReadonlyArray<string>,
  fullSyncEvery: number,
  { failed, shown }: CopyListener,
): Copy => {
  const name = 'rows in memory'
  const held = new Map<string, ReadonlyMap<number, unknown>>()
  let running = new Subscription()
  const rowsOf = (user: string): ReadonlyArray<CopiedRow> => Array.from(held.get(user)?.values() ?? []) as never

  return {
    name,
    begin: (client) => {
      running = new Subscription()
      held.clear()
      for (const id of users) {
        const user = client.user({ externalUserId: id })
        const rows$ = liveRows(user.transactions, {
          every: hour,
          limit: 5,
          overlap,
          fullSyncEvery,
          clock,
        })
        running.add(
          rows$.subscribe({
            next: (rows) => {
              held.set(id, rows)
              shown(name, id, rowsOf(id))
            },
            error: (error: unknown) => failed(name, id, `ended with ${String(error)}`),
          }),
        )
      }
    },
    kill: () => running.unsubscribe(),
    recover: () => undefined,
    uuid: () => undefined,
    sums: (user) => sumsOfMemory(rowsOf(user)),
    rows: (user, feed) =>
      feed === 'transactions' ? new Map(rowsOf(user).map((row) => [String(row.id), row])) : undefined,
  }
}
