import type { Observable } from 'rxjs'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { methods } from '../codec/methods.js'
import { milliseconds } from '../codec/milliseconds.js'
import { moment } from '../codec/moment.js'
import { nonEmpty } from '../codec/nonEmpty.js'
import { observable } from '../codec/observable.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { limit } from '../pages/pages.js'
import { callFields } from '../stream/callConfig.js'
import type { CheckpointStore } from './CheckpointStore.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import type { Work } from './Work.js'

/**
 * How changes are watched. Times in milliseconds.
 *
 * Checkpoints are times of the service: the latest `updated_at`, never later than its `Date` header, and while nothing
 * changes onwards from there with the time. A service that sends no `Date` must not give a row an `updated_at` that is
 * ahead of its clock: in the first round that would become the checkpoint, and what changes until then would be missed.
 *
 * Rows that the service shows again without a change are dropped. For that up to 1,000,000 rows are remembered, at some
 * 150 bytes each; rows beyond these come again.
 */
export interface ChangesSettings<A> extends CallConfig {
  /**
   * The moment to begin with; default: everything that the service has. A checkpoint that `store` holds is used
   * instead. Where either is later than the service's clock, a `since` becomes the service's time, and a checkpoint of
   * the store gives way to `since`.
   */
  readonly since?: Date
  /** From the end of a round to the next, ±10 %; at least 100, default 60,000. */
  readonly every?: number
  /** Resources a page, 1 to 500; default 500. */
  readonly limit?: number
  /** More pages in a round than these are a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /**
   * How far before the checkpoint each round asks; default five minutes. It has to be at least the sum of how far the
   * clocks that write `updated_at` differ or are set, how late rows are shown, and how long replicas lag; if it is
   * less, updates may be missed.
   */
  readonly overlap?: number
  /** Each emission starts a round at once, or another after the one in progress; its error is the stream's. */
  readonly trigger$?: Observable<unknown>
  /**
   * Processes a batch, and acknowledges it by the completion of the Observable or Promise that it returns; if it
   * returns anything else, the stream errors with a `ConfigError`. Its error is the stream's, and the checkpoint stays
   * where it was.
   */
  readonly process?: (batch: UpdatedBatch<A>) => Work
  /**
   * The key in `store`; default: the service, the operation and the user, see {@link CheckpointStore}. It must be given
   * for a user known by `token$` alone, who has no name that outlives the process, and where applications of one
   * service share a store, since users of two of them may have the same `externalUserId`.
   */
  readonly key?: string
  /**
   * What becomes of a row that cannot be decoded: `error` (default) ends the stream, `report` puts it into `rejected`.
   */
  readonly onInvalidRow?: 'error' | 'report'
}

/** The options with a `store`, which needs `process`: it keeps the checkpoint of what `process` has acknowledged. */
export interface StoredChangesConfig<A> extends ChangesSettings<A> {
  readonly process: NonNullable<ChangesSettings<A>['process']>
  /** Keeps the checkpoint. */
  readonly store?: CheckpointStore
}

/** {@link ChangesSettings}, with a `store` for the checkpoint if there is a `process`. */
export type ChangesConfig<A> = (ChangesSettings<A> & { readonly store?: never }) | StoredChangesConfig<A>

/** How far before the checkpoint a round asks, unless `overlap` says it. */
export const defaultOverlap = 5 * 60_000

/** The options of one round. */
export const roundFields = {
  ...callFields,
  since: moment,
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
    trigger$: observable<Observable<unknown>>('an Observable'),
    process: fn<(batch: never) => Work>('a function from a batch to an Observable'),
    store: methods<CheckpointStore>('a CheckpointStore, with load and save', 'load', 'save'),
    key: nonEmpty,
  },
)
