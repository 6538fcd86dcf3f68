import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import { functionCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import type { Priority } from '../../http/HttpRequest.js'
import type { AsyncResult } from './AsyncResult.js'
import { type Bookmark, bookmark } from './Bookmark.js'
import { type ChangesSettings, roundFields } from './ChangesConfig.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

/** A batch of a round. Only the last batch has a bookmark, with which the next round begins. */
export interface SyncBatch<A> extends UpdatedBatch<A> {
  readonly bookmark: Option<Bookmark>
}

/** The options of one round. Times are in milliseconds. */
export interface SyncConfig<A> extends Pick<
  ChangesSettings<A>,
  'since' | 'limit' | 'maxPages' | 'overlap' | 'onInvalidRow' | 'timeout' | 'headers'
> {
  /**
   * The bookmark of the previous round; default: this is the first round. It takes precedence over `since`. If the user was
   * deleted at the service and created again since then, the round reads everything again, and its first batch has
   * `isUserReplaced`.
   */
  readonly from?: Bookmark | undefined
  /**
   * The priority of the requests: `interactive` if somebody waits for the round, such as after a webhook; default
   * `background`.
   */
  readonly priority?: Priority
  /**
   * After its first value the requests are interactive, both waiting and later ones: for a webhook that arrives during the
   * round. Each request subscribes to it, so it must emit to later subscribers at once, as a `ReplaySubject` does. Its
   * errors are ignored.
   */
  readonly runNow$?: Observable<unknown>
  /**
   * Writes a batch. With the last batch, write its bookmark in the same transaction. Returns an Observable or a Promise,
   * whose completion acknowledges the batch. Its error is the stream's.
   */
  readonly process?: (batch: SyncBatch<A>) => AsyncResult
}

/** The codec of {@link SyncConfig}. */
export const syncConfig = options(
  'options',
  {},
  {
    ...roundFields,
    from: bookmark,
    priority: oneOf<Priority>('interactive', 'background'),
    runNow$: observableCodec<Observable<unknown>>('an Observable'),
    process: functionCodec<(batch: never) => AsyncResult>('a function from a batch to an Observable'),
  },
)
