import { concat, concatMap, defer, EMPTY, from, ignoreElements, map, type Observable, tap, throwError } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { isVerified } from '../../base/event/verifiedWebhooks.js'
import type { DeletionEvent, Erasure } from '../core/Mirror.js'
import { usersWithUuid } from '../core/mirrorUsers.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { escapeText } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { Store } from '../core/Store.js'
import { type Deleted, eraseItem, rememberDeleted } from './erasures.js'

/** The parts of a mirror that `eraseDeleted` needs. */
interface EraseDeletedConfig extends Pick<Store, 'emitChange'>, Pick<PreparedTables, 'run'> {
  readonly dialect: SqlDialect
  readonly wall: () => number
  /** See `Store`. */
  readonly eraseTraces: Observable<never>
  /** Erases a user who still has this uuid. */
  readonly eraseUser: (id: string, userUuid: string) => Observable<Erasure>
}

/** The content of a verified event, whose codec has checked it. */
interface DeletionContent {
  readonly user_uuid: string
  readonly item_id: number
}

/**
 * What an event reports as deleted at the service; `undefined` for any other event. Throws a `ConfigError` for an event
 * whose signature was not verified: anybody may have sent it.
 */
export const deletedBy = (event: DeletionEvent): Deleted | undefined => {
  const { _tag } = event
  if (_tag !== 'UserDeleted' && _tag !== 'ItemDeleted') return undefined
  if (!isVerified(event)) throw wrongOption('/event', 'an event of createWebhooks, with a verified signature')
  const { user_uuid: uuid, item_id: itemId } = event.content as DeletionContent
  const userUuid = uuid.toLowerCase()
  return _tag === 'UserDeleted' ? { userUuid } : { userUuid, itemId: escapeText(String(itemId)) }
}

const accountsExpected =
  'accounts among the feeds of sync: rows with an unknown account may belong to the deleted item and were not erased; erase the user, and the next sync reads the other rows again'

/**
 * Erases what an event reports as deleted: emits what was erased of each user of the mirror, and completes. After the
 * last user, errors with a `ConfigError` if rows of an item may remain because the mirror does not know their accounts.
 */
export const eraseDeleted = (
  event: DeletionEvent,
  { dialect, run, wall, emitChange, eraseTraces, eraseUser }: EraseDeletedConfig,
): Observable<Erasure> =>
  defer(() => {
    const deletion = deletedBy(event)
    if (deletion === undefined) return EMPTY
    const { userUuid, itemId } = deletion
    let isIncomplete = false

    const eraseOne = (user: string): Observable<Erasure> =>
      itemId === undefined
        ? eraseUser(user, userUuid)
        : run(() => eraseItem(dialect, user, itemId)).pipe(
            tap(({ changes, isComplete }) => {
              isIncomplete ||= !isComplete
              for (const change of changes) emitChange(change)
            }),
            map(({ erasure }) => erasure),
          )

    // In this order, a round that stores the uuid meanwhile sees the record of the deletion, or the second transaction
    // sees the uuid.
    return concat(
      run(() => rememberDeleted(dialect, deletion, wall())).pipe(ignoreElements()),
      defer(() => run(() => usersWithUuid(dialect, userUuid))).pipe(
        concatMap((users) => from(users)),
        concatMap(({ id }) => eraseOne(id)),
      ),
      // Also if nothing was erased: the process may have died after it had erased the rows.
      eraseTraces,
      defer(() => (isIncomplete ? throwError(() => wrongOption('/feeds', accountsExpected)) : EMPTY)),
    )
  })
