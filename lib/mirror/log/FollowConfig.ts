import type { AsyncResult } from '../../streams/polling/AsyncResult.js'
import type { ChangeCursor, ChangeFilter, LoggedChange } from './MirrorChange.js'

/** Some changes in their order, and the cursor after the last of them. */
export interface ChangeBatch {
  readonly changes: ReadonlyArray<LoggedChange>
  readonly cursor: ChangeCursor
}

/** The options of `follow`. */
export interface FollowConfig extends ChangeFilter {
  /**
   * The name of this consumer, under which the database stores its position: 1 to 255 characters. Names that begin with
   * `rxbank.` are reserved for `maintainTransfers` and `maintainRecurring`.
   */
  readonly name: string
  /**
   * Processes a batch. It is acknowledged once the Observable or Promise that this returns completes. A batch that was
   * not acknowledged comes again, perhaps in another process: each change is processed at least once.
   *
   * It is unsubscribed from once this process has lost the consumer to another one. A process that was suspended
   * notices this late, and a Promise cannot be stopped, so use the `number` of a change to distinguish old changes from
   * new ones.
   */
  readonly process: (batch: ChangeBatch) => AsyncResult
  /**
   * Reads the tables of the mirror instead of earlier changes. It is called if the name is new, and if the log refuses
   * the position of the consumer; without this option, the stream errors with `CursorRefused` if the position is
   * refused. It may be called again, so replace what an earlier call has written. The tables contain all changes up to
   * `number`, and the next batch begins after it. Default: a new name begins with the oldest change of the log, which
   * has no rows that were written before its first consumer.
   */
  readonly readTables?: (start: { readonly number: number }) => AsyncResult
  /** The maximum number of changes in a batch, 1 to 10,000; default 500. */
  readonly limit?: number
  /**
   * How often the log is read without a notification, in milliseconds of the mirror's clock; default 10,000. Only
   * changes by other processes that write to the same SQLite file, and by programs that send no notifications, wait
   * this long.
   */
  readonly pollEvery?: number
  /**
   * Whether the stream completes once it has caught up, for a job that has to exit; default false. It has caught up
   * once it is past all changes, including filtered ones, that could be read when this process claimed the consumer. It
   * releases the consumer before it completes. Later changes, and changes that an earlier transaction in progress holds
   * back, are left to the next run. While another process follows under the name, it waits.
   */
  readonly stopWhenCaughtUp?: boolean
}
