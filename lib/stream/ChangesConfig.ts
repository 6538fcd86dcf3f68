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
import { callFields } from './callConfig.js'
import type { CheckpointStore } from './CheckpointStore.js'
import { limit } from './pages.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import type { Work } from './Work.js'

/**
 * How changes are watched. Times in milliseconds.
 *
 * Checkpoints are the service's times: the latest `updated_at`, never past its `Date` header, and onwards from there by
 * what has passed. A service that sends no `Date` had better not stamp a row ahead of its clock: in the first round that
 * stamp would be the checkpoint, and what changes until then left out.
 *
 * What is told again is dropped, of as many as 1,000,000 rows, at some 150 bytes each; more come again.
 */
export interface ChangesSettings<A> extends CallConfig {
  /**
   * The moment to begin with; default: everything that the service has. What `store` holds goes before it. One that the
   * service's clock has not come to is taken for that clock's now; where it is the store's, `since` takes its place.
   */
  readonly since?: Date
  /** From the end of a round to the next, ±10 %; at least 100, default 60,000. */
  readonly every?: number
  /** Resources a page, 1 to 500; default 500. */
  readonly limit?: number
  /** More pages in a round than these are a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /**
   * How far before the checkpoint each round asks; default five minutes. It has to be at least the sum of
   * how far the clocks that write `updated_at` differ or are set, how late rows are shown, and how long replicas lag; if
   * it is less, updates may be missed.
   */
  readonly overlap?: number
  /** Each emission starts a round at once, or another after the one that runs; its error is the stream's. */
  readonly trigger$?: Observable<unknown>
  /**
   * Takes over a batch, and acknowledges it when the Observable or Promise that it returns completes; if it returns
   * anything else, the stream errors with a `ConfigError`. Its error is the stream's, and the checkpoint stays where it was.
   */
  readonly process?: (batch: UpdatedBatch<A>) => Work
  /**
   * The key in `store`; default: the service, the operation and the user, see {@link CheckpointStore}. It must be given
   * for a user known by `token$` alone, who has no name that outlives the process, and where applications of one service
   * share a store, for their `externalUserId`s may be alike.
   */
  readonly key?: string
  /** What becomes of a row that cannot be decoded: `error` (default) ends the stream, `report` puts it into `rejected`. */
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

/** The codec of {@link ChangesConfig}. */
export const changesConfig = options(
  'options',
  {},
  {
    ...callFields,
    since: moment,
    every: milliseconds(100),
    limit,
    maxPages: integer(1),
    overlap: milliseconds(0),
    trigger$: observable<Observable<unknown>>('an Observable'),
    process: fn<(batch: never) => Work>('a function from a batch to an Observable'),
    store: methods<CheckpointStore>('a CheckpointStore, with load and save', 'load', 'save'),
    key: nonEmpty,
    onInvalidRow: oneOf('error', 'report'),
  },
)
