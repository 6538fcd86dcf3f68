import type { Work } from '../../streams/polling/Work.js'
import type { ChangeCursor, ChangeFilter, LoggedChange } from './LoggedChange.js'

/** Some changes in their order, and the cursor after the last of them. */
export interface ChangeBatch {
  readonly changes: ReadonlyArray<LoggedChange>
  readonly cursor: ChangeCursor
}

/** The options of following the change log under a name. */
export interface FollowConfig extends ChangeFilter {
  /**
   * The name under which the database keeps the place of this consumer: 1 to 255 characters. Names that begin with `rxbank.` are
   * those of `keepTransfers` and `keepRecurring`.
   */
  readonly name: string
  /**
   * Processes a batch. It is acknowledged once the Observable or Promise that this returns completes. A batch that was not
   * acknowledged comes again, perhaps in another process: each change is processed at least once.
   *
   * It is unsubscribed from once this process has lost the consumer to another one, but a process that was suspended notices
   * that late, and a Promise cannot be stopped. The `number` of a change tells old changes from new ones.
   */
  readonly process: (batch: ChangeBatch) => Work
  /**
   * Reads the tables of the mirror, instead of the changes before now: if the name is new, and if its place in the log was
   * refused, which would be a `CursorRefused` without this option. It may run again, so replace what an earlier run has left.
   * The tables have all changes up to `number`, and the next batch begins after it. Default: a new name begins with the
   * oldest change.
   */
  readonly readTables?: (start: { readonly number: number }) => Work
  /** The maximum number of changes in a batch, 1 to 10,000; default 500. */
  readonly limit?: number
  /**
   * How often the log is read without a notification, in milliseconds of the mirror's clock; default 10,000. Only changes of other
   * processes that write to the same SQLite file, and of other programs that notify nobody, wait for it.
   */
  readonly pollEvery?: number
  /**
   * Whether the stream completes, for a job that has to end; default false. It does so once it has processed, whatever the filter,
   * all changes that could be read when this process got the consumer. It lets go of the consumer before. Later changes, and
   * changes that an earlier transaction in progress holds back, are left to the next run. While another process follows under
   * the name, it waits.
   */
  readonly stopWhenCaughtUp?: boolean
}
