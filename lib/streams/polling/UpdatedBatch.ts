import type { Option } from 'fp-ts/lib/Option.js'
import type { Changed } from '../../service/model/RemovedRow.js'
import type { RejectedRow } from '../pages/RejectedRow.js'

/**
 * A page of changes.
 *
 * - `resources`: rows that were created, updated or deleted, without those that were emitted unchanged before. A row
 *   that was deleted may have nothing but its `id`; `isRemoved` tells.
 * - `rejected`: rows among them that could not be decoded, with `onInvalidRow: 'report'`.
 * - `checkpoint`: on the last batch of a round, the moment from which a watcher can go on; `None` on other batches, and
 *   if no such moment is known.
 * - `isLast`: whether it is the last batch of a round, so that all changes were emitted.
 * - `userUuid`: the uuid of the user whose rows they are, as the token of the answer said; missing without a token, as
 *   with a gateway.
 * - `isUserReplaced`: `true` on the first batch of another user: the one of the batches before was deleted at the service
 *   and made again under the same name. Remove all rows that you have of the user before; all rows of the new one follow.
 */
export interface UpdatedBatch<A> {
  readonly resources: ReadonlyArray<Changed<A>>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
  readonly userUuid?: string
  readonly isUserReplaced?: true
}
