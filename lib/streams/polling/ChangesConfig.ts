import type { Observable } from 'rxjs'
import { functionCodec } from '../../base/codec/functionCodec.js'
import { integer } from '../../base/codec/integer.js'
import { methodsCodec } from '../../base/codec/methodsCodec.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { observableCodec } from '../../base/codec/observableCodec.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { validDate } from '../../base/codec/validDate.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import { limit } from '../pages/pages.js'
import { callFields } from '../send/callConfig.js'
import type { CheckpointStore } from './CheckpointStore.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import type { Work } from './Work.js'

/**
 * How changes are watched. Times are in milliseconds.
 *
 * A checkpoint is a time of the service: the latest `updated_at`, but never later than the `Date` header. While nothing
 * changes, it moves on with the time. A service that sends no `Date` must not give a row an `updated_at` that is ahead
 * of its clock: in the first round that time would become the checkpoint, and updates until then would be missed.
 *
 * Rows that the service shows again without a change are not emitted again. For this, up to 1,000,000 rows are
 * remembered, at some 150 bytes each; further rows are emitted again.
 */
export interface ChangesSettings<A> extends CallConfig {
  /**
   * The moment to begin with; default: everything that the service has. A checkpoint in `store` takes precedence. If
   * `since` is later than the service's clock, the service's time is used in its place; if the checkpoint in `store`
   * is, `since` is used.
   */
  readonly since?: Date
  /** From the end of a round to the next, ±10 %; at least 100, default 60,000. */
  readonly every?: number
  /** Resources a page, 1 to 500; default 500. */
  readonly limit?: number
  /** The highest number of pages of a round, beyond which the stream errors with a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /**
   * How far before the checkpoint each round asks; default five minutes. It has to be at least the sum of the
   * difference of the clocks that write `updated_at`, of the delay until rows are shown, and of the delay of replicas;
   * otherwise updates may be missed.
   */
  readonly overlap?: number
  /** Each emission starts a round at once, or another after the one in progress; its error is the stream's. */
  readonly trigger$?: Observable<unknown>
  /**
   * Processes a batch. The completion of the Observable or Promise that it returns acknowledges the batch; if it
   * returns anything else, the stream errors with a `ConfigError`. If it errors, the error is the stream's, and the
   * checkpoint is not moved.
   */
  readonly process?: (batch: UpdatedBatch<A>) => Work
  /**
   * The key in `store`; default: one made of the service, the operation and the user, see {@link CheckpointStore}. It
   * must be given for a user who is known only by `token$`, who has no lasting name, and if several applications of one
   * service share a store, because users of two applications may have the same `externalUserId`.
   */
  readonly key?: string
  /**
   * A name of the watcher for people, such as your id of its user. It is in the events of the watcher and of its
   * requests, and so in lines of `logEvents` and in the reasons of `watchHealth`; so it must not be a secret.
   */
  readonly label?: string
  /**
   * What happens to a row that cannot be decoded: `error` (default) ends the stream, `report` puts it into `rejected`.
   */
  readonly onInvalidRow?: 'error' | 'report'
}

/** The options with a `store`, which requires `process`: the store has the checkpoint of the acknowledged batches. */
export interface StoredChangesConfig<A> extends ChangesSettings<A> {
  readonly process: NonNullable<ChangesSettings<A>['process']>
  /** Where the checkpoint is stored. */
  readonly store?: CheckpointStore
}

/** {@link ChangesSettings}, with a `store` for the checkpoint if there is a `process`. */
export type ChangesConfig<A> = (ChangesSettings<A> & { readonly store?: never }) | StoredChangesConfig<A>

/** The default of `overlap`. */
export const defaultOverlap = 5 * 60_000

/** The options of one round. */
export const roundFields = {
  ...callFields,
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
    every: milliseconds(100),
    trigger$: observableCodec<Observable<unknown>>('an Observable'),
    process: functionCodec<(batch: never) => Work>('a function from a batch to an Observable'),
    store: methodsCodec<CheckpointStore>('a CheckpointStore, with load and save', 'load', 'save'),
    key: nonEmpty,
    label: nonEmpty,
  },
)
