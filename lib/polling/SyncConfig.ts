import type { Option } from 'fp-ts/lib/Option.js'
import { fn } from '../codec/fn.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import type { Priority } from '../http/HttpRequest.js'
import { type Bookmark, bookmark } from './Bookmark.js'
import { type ChangesSettings, roundFields } from './ChangesConfig.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import type { Work } from './Work.js'

/** A batch of a round; the last one, and only that, has the bookmark that the next round begins with. */
export interface SyncBatch<A> extends UpdatedBatch<A> {
  readonly bookmark: Option<Bookmark>
}

/** How one round is read; times in milliseconds. */
export interface SyncConfig<A> extends Pick<
  ChangesSettings<A>,
  'since' | 'limit' | 'maxPages' | 'overlap' | 'onInvalidRow' | 'timeout' | 'headers'
> {
  /** Where the round before ended; it counts more than `since`. Default: there was none. */
  readonly from?: Bookmark | undefined
  /** Whether somebody waits for the round, as after a webhook; default `background`. */
  readonly priority?: Priority
  /**
   * Writes a batch, and with the last one its bookmark, in one transaction; acknowledges it by the completion of the
   * Observable or Promise that it returns. Its error is the stream's.
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
    process: fn<(batch: never) => Work>('a function from a batch to an Observable'),
  },
)
