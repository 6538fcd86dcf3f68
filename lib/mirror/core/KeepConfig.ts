import type { RecurringConfig } from '../../ledger/recurring/RecurringConfig.js'
import type { RecurringEvent } from '../../ledger/recurring/RecurringEvent.js'
import type { TransferConfig } from '../../ledger/transfers/TransferConfig.js'

/** The options of keeping tables of what is computed from the rows of users. */
interface KeepConfig {
  /**
   * The name under which the database keeps the place in the change log, as that of `follow`, which must not use the same one:
   * 1 to 255 characters that do not begin with `rxbank.`; default `rxbank.transfers` or `rxbank.recurring`. With a new name,
   * all users are computed anew, for example after you have changed other options.
   */
  readonly name?: string
  /**
   * The milliseconds, by the mirror's clock, between two looks for changes, decisions and new days if no notification comes;
   * default 10,000.
   */
  readonly pollEvery?: number
}

/** The options of keeping the tables of transfers. The accounts, the decisions and the links are those of the mirror. */
export interface KeepTransfersConfig extends KeepConfig, Omit<TransferConfig, 'accounts' | 'names'> {
  /**
   * The names of a user, as banks write them in the text of a transfer to oneself. It must return the same names for the same
   * user.
   */
  readonly namesOf?: (user: string) => ReadonlyArray<string>
}

/** The options of keeping the tables of recurring payments. The decisions are those of the mirror. */
export interface KeepRecurringConfig extends KeepConfig, Omit<RecurringConfig, 'decisions'> {
  /** The time zone whose days decide what is late and what has ended; default UTC. */
  readonly timeZone?: string
}

/**
 * A user whose tables stay as they are, because the computation has failed with `error`: a function of the options has thrown, or
 * rows of the user cannot be computed or stored. The other users continue.
 *
 * The user is computed again when a row of theirs changes, when `decide` stores a decision about them, when another process takes
 * over or this one starts again, and after six hours. Each failure is told again. The table `users_set_aside` has these users.
 */
export interface KeptUserSetAside {
  readonly _tag: 'UserSetAside'
  readonly user: string
  readonly error: unknown
}

/**
 * What a transaction has changed in the tables of transfers.
 *
 * - `changedIds`: the ids of transfers and candidates that are new or differ from before.
 * - `removedIds`: the ids of those that are gone. A candidate that became a transfer is in `changedIds`.
 */
export interface KeptTransfers {
  readonly _tag: 'TransfersKept'
  readonly user: string
  readonly changedIds: ReadonlyArray<string>
  readonly removedIds: ReadonlyArray<string>
}

/** The events that a transaction has added to the table `recurring_events`; empty if only rows of streams differ. */
export interface KeptRecurring {
  readonly _tag: 'RecurringKept'
  readonly user: string
  readonly events: ReadonlyArray<RecurringEvent>
}
