import type { Observable, ObservableInput } from 'rxjs'
import { check } from '../codec/check.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { moment } from '../codec/moment.js'
import { observable } from '../codec/observable.js'
import { options } from '../codec/options.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { callFields } from './callConfig.js'
import type { CheckpointStore } from './CheckpointStore.js'
import { limit } from './pages.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

/** How changes are watched. Times in milliseconds. */
export interface ChangesConfig<A> extends CallConfig {
  /** The moment to begin with; default: everything that the service has. What `store` holds goes before it. */
  readonly since?: Date
  /** From the end of a round to the next, ±10 %; at least 100, default 60,000. */
  readonly every?: number
  /** Resources a page, 1 to 500; default 500. */
  readonly limit?: number
  /** More pages in a round than these are a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /** How far before the checkpoint each round asks, for rows that arrive late; default five minutes. */
  readonly overlap?: number
  /** Each emission starts a round at once, or another after the one that runs; its error is the stream's. */
  readonly trigger$?: Observable<unknown>
  /** Acknowledges a batch by completing; its error is the stream's, and the checkpoint stays where it was. */
  readonly process?: (batch: UpdatedBatch<A>) => ObservableInput<unknown>
  /** Keeps the checkpoint; needs `process`. */
  readonly store?: CheckpointStore
  /**
   * The key in `store`; default: the operation and the user's identity. It must be given for a user known by `token$`
   * alone, who has no name that outlives the process.
   */
  readonly key?: string
  /** What becomes of a row that cannot be decoded: `error` (default) ends the stream, `report` puts it into `rejected`. */
  readonly onInvalidRow?: 'error' | 'report'
}

const hasMethods = (u: unknown, ...names: ReadonlyArray<string>): boolean =>
  typeof u === 'object' &&
  u !== null &&
  names.every((name) => typeof (u as Readonly<Record<string, unknown>>)[name] === 'function')

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
    process: fn<(batch: never) => ObservableInput<unknown>>('a function from a batch to an Observable'),
    store: check('a CheckpointStore, with load and save', (u): u is CheckpointStore => hasMethods(u, 'load', 'save')),
    key: check('a key, a string that is not empty', (u): u is string => typeof u === 'string' && u !== ''),
    onInvalidRow: check("'error' or 'report'", (u): u is 'error' | 'report' => u === 'error' || u === 'report'),
  },
)
