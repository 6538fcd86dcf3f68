import {
  catchError,
  concat,
  concatMap,
  defaultIfEmpty,
  defer,
  EMPTY,
  endWith,
  from,
  ignoreElements,
  map,
  type Observable,
  of,
  reduce,
  take,
  throwError,
  toArray,
} from 'rxjs'
import { AuthenticationError } from '../../base/error/AuthenticationError.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { DeletionEvent } from '../core/Mirror.js'
import { deletedBy } from '../erasure/eraseDeleted.js'
import type { FleetSettings } from './FleetConfig.js'

type DeletionSettings = Pick<FleetSettings, 'client' | 'engine' | 'eraseUser' | 'identity' | 'mirror'>

/**
 * Whether the service now has another user under an id. It requests a new token, because neither the mirror nor the
 * engine knows a user who was created again before that user's first round.
 */
const isCreatedAgain = ({ client, identity }: DeletionSettings, id: string, deletedUuid: string): Observable<boolean> =>
  defer(() => {
    const user = client.user(identity(id))
    user.invalidate?.()
    return user.token$.pipe(
      take(1),
      map((token) => token.user.uuid.toLowerCase() !== deletedUuid),
      catchError((error: unknown) => (error instanceof AuthenticationError ? of(false) : throwError(() => error))),
      defaultIfEmpty(false),
    )
  })

/** Removes a user from the engine, so that no further round begins, and then calls `eraseUser` of the program. */
const removeUser = ({ engine, eraseUser }: DeletionSettings, id: string): Observable<unknown> =>
  concat(engine.remove(id), defer(() => eraseUser?.(id) ?? EMPTY).pipe(ignoreTeardownErrors))

/**
 * Removes a user whom the service has deleted. The mirror comes last: as long as it knows the user, another delivery of
 * the event repeats the steps that failed. A user who was created again stays in the engine, and has a round once the
 * old rows are erased. Emits whether the mirror knew the user.
 */
const removeDeletedUser = (
  settings: DeletionSettings,
  event: DeletionEvent,
  deletedUuid: string,
): Observable<boolean> => {
  const { engine, mirror } = settings
  return defer(() => mirror.users?.({ uuid: deletedUuid }) ?? EMPTY).pipe(
    concatMap(({ id }) => isCreatedAgain(settings, id, deletedUuid).pipe(map((hasNewUser) => ({ id, hasNewUser })))),
    toArray(),
    concatMap((users) =>
      concat(
        from(users).pipe(concatMap(({ id, hasNewUser }) => (hasNewUser ? EMPTY : removeUser(settings, id)))),
        defer(() => mirror.eraseDeleted?.(event) ?? EMPTY),
        from(users).pipe(concatMap(({ id, hasNewUser }) => (hasNewUser ? engine.runNow({ id }) : EMPTY))),
      ).pipe(ignoreElements(), endWith(users.length > 0)),
    ),
  )
}

/**
 * Erases what an event reports as deleted at the service: emits whether there was something to erase. For any other
 * event, it returns `runNow$`. After the erasure of an item it runs the user now, because a running round of the user
 * then errors with `StaleFencingToken`.
 */
export const eraseOrRunNow = (
  settings: DeletionSettings,
  event: DeletionEvent,
  runNow$: Observable<boolean>,
): Observable<boolean> =>
  defer(() => {
    const deletion = deletedBy(event)
    if (deletion === undefined) return runNow$
    if (deletion.itemId === undefined) return removeDeletedUser(settings, event, deletion.userUuid)
    return defer(() => settings.mirror.eraseDeleted?.(event) ?? EMPTY).pipe(
      reduce((wasKnown, erasure) => wasKnown || erasure.wasKnown, false),
      concatMap((wasKnown) => runNow$.pipe(ignoreElements(), endWith(wasKnown))),
    )
  })
