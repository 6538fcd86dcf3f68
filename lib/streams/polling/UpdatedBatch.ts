import type { Option } from 'fp-ts/lib/Option.js'
import type { Changed } from '../../service/model/RemovedRow.js'
import type { RejectedRow } from '../pages/RejectedRow.js'

/**
 * A page of changes.
 *
 * - `resources`: the rows that were created, updated or deleted, except unchanged rows that were emitted before. A deleted
 *   row may have no field except its `id`; `isRemoved` recognizes it.
 * - `rejected`: with `onInvalidRow: 'report'`, the rows that cannot be decoded.
 * - `checkpoint`: on the last batch of a round, the moment from which a watcher can continue; `None` on other batches, and
 *   if no such moment is known.
 * - `isLast`: whether this is the last batch of a round, so that all changes were emitted.
 * - `userUuid`: the uuid of the user whose rows these are, from the token of the request; missing without a token, as with
 *   a gateway.
 * - `isUserReplaced`: `true` on the first batch of a new user: the previous one was deleted at the service and created again
 *   under the same name. Remove all rows of the previous user; all rows of the new one follow.
 */
export interface UpdatedBatch<A> {
  readonly resources: ReadonlyArray<Changed<A>>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
  readonly userUuid?: string
  readonly isUserReplaced?: true
}
