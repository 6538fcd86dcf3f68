import type { RecurringConfig } from '../../ledger/recurring/findRecurring.js'
import type { RecurringEvent } from '../../ledger/recurring/recurringEvents.js'
import type { TransferConfig } from '../../ledger/transfers/TransferConfig.js'

/** The options that `maintainTransfers` and `maintainRecurring` share. */
interface MaintainConfig {
  /**
   * The name under which the database stores the position in the change log: 1 to 255 characters that do not begin with
   * `rxbank.`; default `rxbank.transfers` or `rxbank.recurring`. No `follow` may use the same name. Set a new name to
   * compute all users again, for example after you have changed other options.
   */
  readonly name?: string
  /**
   * How often to check for changes, decisions and a new day if no notification arrives, in milliseconds of the mirror's
   * clock; default 10,000.
   */
  readonly pollEvery?: number
}

/** The options of `maintainTransfers`. Accounts, decisions and links come from the mirror. */
export interface MaintainTransfersConfig extends MaintainConfig, Omit<TransferConfig, 'accounts' | 'names'> {
  /**
   * The names of a user, as banks write them in the text of transfers between the user's own accounts. It must return
   * the same names for the same user.
   */
  readonly namesOf?: (user: string) => ReadonlyArray<string>
}

/** The options of `maintainRecurring`. The decisions come from the mirror. */
export interface MaintainRecurringConfig extends MaintainConfig, Omit<RecurringConfig, 'decisions'> {
  /** The time zone whose days decide what is late and what has ended; default UTC. */
  readonly timeZone?: string
}

/**
 * A user whose tables stay as they are, because the computation has failed with `error`: a function of the options has
 * thrown, or rows of the user cannot be computed or stored. The other users continue.
 *
 * The user is computed again when one of their rows changes, when `decide` stores a decision about them, when another
 * process takes over or this one starts again, and after six hours. Each failure emits this again. The table
 * `suspended_users` has these users, and, for an hour at most, those whose accounts a round has yet to match.
 */
export interface MaintainedUserSuspended {
  readonly _tag: 'UserSuspended'
  readonly user: string
  readonly error: unknown
}

/**
 * What a transaction has changed in the tables of transfers.
 *
 * - `changedIds`: the ids of transfers and candidates that are new or differ from before.
 * - `removedIds`: the ids of transfers and candidates that no longer exist. A candidate that became a transfer is in
 *   `changedIds`.
 */
export interface MaintainedTransfers {
  readonly _tag: 'TransfersUpdated'
  readonly user: string
  readonly changedIds: ReadonlyArray<string>
  readonly removedIds: ReadonlyArray<string>
}

/** The events that a transaction has added to the table `recurring_events`; empty if only rows of streams differ. */
export interface MaintainedRecurring {
  readonly _tag: 'RecurringUpdated'
  readonly user: string
  readonly events: ReadonlyArray<RecurringEvent>
}
