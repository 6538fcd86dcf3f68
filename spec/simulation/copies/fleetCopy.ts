import { concat, concatMap, defer, ignoreElements, NEVER, of, Subscription } from 'rxjs'
import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createFleet, type Fleet } from '../../../lib/mirror/fleet/createFleet.js'
import type { FleetEvent } from '../../../lib/mirror/fleet/FleetEvent.js'
import { memoryEngine } from '../../../lib/mirror/fleet/memoryEngine.js'
import { createMirror } from '../../../lib/mirror/sqlite/createSqliteMirror.js'
import type { Random } from '../random.js'
import { hour, minute } from '../time.js'
import type { Copy, CopyListener } from './Copy.js'
import { overlap } from './laggingLists.js'
import { bookedSums, rowsOfMirror, uuidOf } from './mirrorRows.js'
import type { TroubledDatabase } from './troubledDatabase.js'

/** A fleet whose database may be silent: it answers nothing, so that its rounds hang. */
export interface FleetCopy extends Copy {
  isSilent: boolean
}

/** A mirror with a change log, whose rounds a fleet runs; rows that were removed stay, with `removed_at`. */
export const fleetCopy = (
  clock: VirtualClock,
  random: Random,
  users: ReadonlyArray<string>,
  fullSyncEvery: number,
  { database, real }: { readonly database: TroubledDatabase; readonly real: TroubledDatabase['database'] },
  { failed }: CopyListener,
): FleetCopy => {
  const name = 'a mirror with a fleet'
  const mirror = createMirror({ database: database.database, clock, fullSyncEvery })
  const silent: typeof mirror.sync = (user, config) =>
    defer(() =>
      self.isSilent
        ? NEVER
        : concat(mirror.presentCursor().pipe(ignoreElements()), mirror.sync(user, { ...config, overlap })).pipe(
            concatMap((batch) => (self.isSilent ? NEVER : of(batch))),
          ),
    )
  let running = new Subscription()
  let fleet: Fleet | undefined

  const judge = (event: FleetEvent): void => {
    if (event._tag === 'UserSuspended') failed(name, event.user, `suspended: ${event.reason}`)
    if (event._tag === 'FeedSuspended' && event.feed !== 'stocks')
      failed(name, event.user, `${event.feed} suspended: ${event.reason}`)
  }

  const self: FleetCopy = {
    name,
    isSilent: false,
    begin: (client) => {
      const engine = memoryEngine({ clock })
      fleet = createFleet({
        client,
        mirror: { ...mirror, sync: silent },
        engine,
        every: hour,
        timeout: 10 * minute,
        clock,
        random,
      })
      const events$ = concat(fleet.add(users).pipe(ignoreElements()), fleet.work())
      running = events$.subscribe({
        next: judge,
        error: (error: unknown) => failed(name, '', `the worker ended with ${String(error)}`),
      })
    },
    kill: () => running.unsubscribe(),
    recover: () => {
      for (const user of users) fleet?.retry(user).subscribe()
    },
    mirror: { eraseDeleted: mirror.eraseDeleted, real },
    uuid: (user) => uuidOf(real, user),
    sums: (user) => bookedSums(real, user),
    rows: (user, feed) => rowsOfMirror(real, user, feed),
  }
  return self
}
