import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import { functionCodec, guardCodec, methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { validDate } from '../../base/codec/timestamp.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import type { UpdatedRow } from '../../service/model/RemovedRow.js'
import type { RejectedRow } from '../pages/decodeRows.js'
import { limit } from '../pages/pages.js'
import { requestFields } from '../send/callConfig.js'
import type { AsyncResult } from './AsyncResult.js'
import type { CheckpointStore } from './Bookmark.js'

/**
 * A page of changes.
 *
 * - `resources`: the rows that were created, updated or deleted, except unchanged rows that were emitted before. A
 *   deleted row may have no field except its `id`; `isRemoved` recognizes it.
 * - `rejected`: with `onInvalidRow: 'report'`, the rows that cannot be decoded.
 * - `checkpoint`: on the last batch of a round, the time from which a watcher can continue; `None` on other batches,
 *   and if no such time is known.
 * - `isLast`: whether this is the last batch of a round, so that all changes were emitted.
 * - `userUuid`: the uuid of the user whose rows these are, from the token of the request; missing without a token, as
 *   with a gateway.
 * - `isUserReplaced`: `true` on the first batch of a new user: the previous user was deleted at the service and created
 *   again under the same name. Remove all rows of the previous user; all rows of the new user follow.
 */
export interface UpdatedBatch<A> {
  readonly resources: ReadonlyArray<UpdatedRow<A>>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
  readonly userUuid?: string
  readonly isUserReplaced?: true
}

/**
 * How changes are watched. Times are in milliseconds.
 *
 * A checkpoint is a time of the service: the latest `updated_at`, but never later than the `Date` header. While nothing
 * changes, it advances by the elapsed time. If a service sends no `Date`, no `updated_at` may be ahead of its clock: in
 * the first round this `updated_at` would become the checkpoint, and earlier updates would be missed.
 *
 * Unchanged rows that the service sends again are not emitted again. To recognize them, a watcher remembers up to
 * 1,000,000 rows, at about 150 bytes each. If there are more rows, it emits the others again.
 */
export interface ChangesSettings<A> extends Pick<CallConfig, 'timeout' | 'headers'> {
  /**
   * Only changes since this time; default: all rows of the service. A bookmark in `store` takes precedence. If `since`
   * is ahead of the service's clock, the service's time is used instead. If the bookmark in `store` is ahead of it,
   * `since` is used.
   *
   * `'now'`: since the watcher first started, by the clocks of its process and of the service. This time is in `store`
   * before the first request is sent, so that no later start misses a row. Without `store`, each subscription is a
   * first start. The first round reads the rows of `overlap` before too, but emits only rows that changed since.
   */
  readonly since?: Date | 'now'
  /** The time from the end of a round to the next one, ±10 %; at least 100, default 60,000. */
  readonly every?: number
  /** Resources per page, 1 to 500; default 500. */
  readonly limit?: number
  /** The maximum number of pages of a round; a longer round errors with a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /**
   * How far before the checkpoint each round starts to read; default five minutes. Updates may be missed if it is
   * shorter than the sum of three times: the clock skew between the servers that write `updated_at`, the delay until
   * rows appear, and the delay of replicas.
   */
  readonly overlap?: number
  /** Each emission starts a round at once, or after the round in progress. If it errors, so does the stream. */
  readonly trigger$?: Observable<unknown>
  /**
   * Processes a batch, and returns an Observable or a Promise, whose completion acknowledges the batch. If it errors,
   * so does the stream, and the checkpoint does not advance. Any other result is a `ConfigError`.
   */
  readonly process?: (batch: UpdatedBatch<A>) => AsyncResult
  /**
   * The key in `store`; default: the service, the operation and the user, see {@link CheckpointStore}. Set it for a
   * user with `token$`, because the client has no name for that user. Set it too if several applications of one service
   * share a store, because their users may have the same `externalUserId`.
   */
  readonly key?: string
  /**
   * A name for the watcher in events and logs, such as your id of its user. Events of the watcher and of its requests
   * contain it, and so do `logEvents` and `watchHealth`, so it must not be a secret.
   */
  readonly label?: string
  /**
   * What happens if a row cannot be decoded. `error` (default): the stream errors. `report`: the batch describes the
   * row in `rejected`.
   */
  readonly onInvalidRow?: 'error' | 'report'
}

/**
 * The options with a `store`. They require `process`, because the store has the bookmark of the acknowledged batches.
 */
export interface StoredChangesConfig<A> extends ChangesSettings<A> {
  readonly process: NonNullable<ChangesSettings<A>['process']>
  /** Where the bookmark is stored. */
  readonly store?: CheckpointStore
}

/** {@link ChangesSettings}, with a `store` for the bookmark if there is a `process`. */
export type ChangesConfig<A> = (ChangesSettings<A> & { readonly store?: never }) | StoredChangesConfig<A>

/** The options of one round. */
export const roundFields = {
  ...requestFields,
  since: validDate,
  limit,
  maxPages: integer(1),
  overlap: milliseconds(0),
  onInvalidRow: oneOf('error', 'report'),
}

/** The codec of {@link ChangesConfig}. */
export const changesConfig = options(
  'options',
  {},
  {
    ...roundFields,
    since: guardCodec(`${validDate.name}, or 'now'`, (u): u is Date | 'now' => u === 'now' || validDate.is(u)),
    every: milliseconds(100),
    trigger$: observableCodec<Observable<unknown>>('an Observable'),
    process: functionCodec<(batch: never) => AsyncResult>('a function from a batch to an Observable'),
    store: methodsCodec<CheckpointStore>('a CheckpointStore, with load and save', 'load', 'save'),
    key: nonEmpty,
    label: nonEmpty,
  },
)
