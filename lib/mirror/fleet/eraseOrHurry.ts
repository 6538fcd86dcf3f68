import { concat, concatMap, defer, EMPTY, endWith, from, ignoreElements, type Observable, reduce, toArray } from 'rxjs'
import { deletedBy } from '../core/eraseDeleted.js'
import type { DeletionEvent } from '../core/Mirror.js'
import type { FleetSettings } from './FleetConfig.js'

type DeletionSettings = Pick<FleetSettings, 'engine' | 'eraseUser' | 'mirror'>

/**
 * Removes a user whom the service has deleted: first from the engine, so that no further round begins. The mirror is last: as
 * long as it knows the user, another delivery of the event does again what has failed. Emits whether the mirror knew the user.
 */
const removeDeletedUser = (
  { engine, eraseUser, mirror }: DeletionSettings,
  event: DeletionEvent,
  uuid: string,
): Observable<boolean> =>
  defer(() => mirror.users?.({ uuid }) ?? EMPTY).pipe(
    toArray(),
    concatMap((users) =>
      concat(
        from(users).pipe(concatMap(({ id }) => engine.remove(id))),
        from(users).pipe(concatMap(({ id }) => eraseUser?.(id) ?? EMPTY)),
        defer(() => mirror.eraseDeleted?.(event) ?? EMPTY),
      ).pipe(ignoreElements(), endWith(users.length > 0)),
    ),
  )

/**
 * Erases what an event reports as deleted at the service: emits whether there was something to erase. For any other event it
 * is `hurry$`. After the erasure of an item it hurries the user, because a running round of the user then ends with `FenceOutdated`.
 */
export const eraseOrHurry = (
  settings: DeletionSettings,
  event: DeletionEvent,
  hurry$: Observable<boolean>,
): Observable<boolean> =>
  defer(() => {
    const deleted = deletedBy(event)
    if (deleted === undefined) return hurry$
    if (deleted.itemId === undefined) return removeDeletedUser(settings, event, deleted.userUuid)
    return defer(() => settings.mirror.eraseDeleted?.(event) ?? EMPTY).pipe(
      reduce((wasKnown, erasure) => wasKnown || erasure.wasKnown, false),
      concatMap((wasKnown) => hurry$.pipe(ignoreElements(), endWith(wasKnown))),
    )
  })
