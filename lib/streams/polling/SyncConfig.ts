import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import { functionCodec } from '../../base/codec/functionCodec.js'
import { observableCodec } from '../../base/codec/observableCodec.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import type { Priority } from '../../http/HttpRequest.js'
import { type Bookmark, bookmark } from './Bookmark.js'
import { type ChangesSettings, roundFields } from './ChangesConfig.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import type { Work } from './Work.js'

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
   * Where the round before ended; it takes precedence over `since`. Default: this is the first round. If it is of another
   * user, who was deleted at the service and made again, the round begins as the first one does, and says so in its first
   * batch.
   */
  readonly from?: Bookmark | undefined
  /**
   * The priority of the requests: `interactive` if somebody waits for the round, as after a webhook; default
   * `background`.
   */
  readonly priority?: Priority
  /**
   * Makes the requests interactive once it has emitted, those that wait already and those that follow, as when a webhook
   * arrives during the round. It is subscribed to for each request, so it has to emit at once after its first value, as
   * a `ReplaySubject` does. Its errors are ignored.
   */
  readonly hurry$?: Observable<unknown>
  /**
   * Writes a batch, and the bookmark of the last batch in the same transaction. The completion of the Observable or
   * Promise that it returns acknowledges the batch. Its error is the stream's.
   */
  readonly process?: (batch: SyncBatch<A>) => Work
}

/** The codec of {@link SyncConfig}. */
export const syncConfig = options(
  'options',
  {},
  {
    ...roundFields,
    from: bookmark,
    priority: oneOf<Priority>('interactive', 'background'),
    hurry$: observableCodec<Observable<unknown>>('an Observable'),
    process: functionCodec<(batch: never) => Work>('a function from a batch to an Observable'),
  },
)
