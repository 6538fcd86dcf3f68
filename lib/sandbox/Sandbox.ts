import type { Observable } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import type { Http } from '../http/Http.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { TransactionChanges } from './data/transactions.js'
import type { DialectName, SandboxDialect } from './dialect/dialects.js'
import type { Faults } from './faults.js'
import type { Journal } from './journal.js'
import type { ChangeConfig, InsertConfig } from './ledger.js'
import type { StockChanges } from './portfolio.js'
import type { RefreshConfig } from './refreshes.js'
import type { SandboxCredentials } from './State.js'
import type { Fetch } from './toFetch.js'
import type { WebhookJournal, WebhooksConfig } from './WebhooksConfig.js'

/** The configuration of a sandbox. */
export interface SandboxConfig {
  /** Default 1. The same seed, from the same start of the clock, gives the same bytes. */
  readonly seed?: number
  /** The source of time; default the system's clock. With a virtual clock the sandbox runs in virtual time. */
  readonly clock?: Clock
  /**
   * The deployment that the sandbox simulates; default `described`. It gives paths, methods, header names, the place of
   * credentials and parameters, and the stage of versions without a date.
   */
  readonly profile?: ServiceInterface
  /**
   * The format of the rows; default: that of the profile's name, or of `described` where there is none of this name. The
   * profile `bridge2025` needs `dialect2025`, which is imported by itself.
   */
  readonly dialect?: DialectName | SandboxDialect
  /** Whether requests beyond the limits of the profile are answered with 429; default `false`. */
  readonly enforceLimits?: boolean
  /** Default `sandbox-client` and `sandbox-secret`. */
  readonly credentials?: SandboxCredentials
  /** How many users there are; default 3. */
  readonly users?: number
  /** How many banks there are; default 1200. */
  readonly banks?: number
  /** How many transactions each user has; default 20,000. They are generated when they are asked for. */
  readonly transactions?: number
  /** How many stocks each user has; default 40. */
  readonly stocks?: number
  /** How long a token is valid, in milliseconds; default two hours. */
  readonly tokenLifetime?: number
  /** Where webhooks are sent; default: none are. */
  readonly webhooks?: WebhooksConfig
}

/** A user of a sandbox. */
export interface SandboxUser {
  readonly uuid: string
  /** `A6J` for the first user; empty for a user without one. */
  readonly externalUserId: string
  /** Empty for a user without one. */
  readonly email: string
  /** The current one; empty for a user without one. */
  readonly password: string
  readonly itemIds: ReadonlyArray<number>
  readonly accountIds: ReadonlyArray<number>
  readonly stockIds: ReadonlyArray<number>
}

/** The interface as a server, in this process or on a port. */
export interface Sandbox {
  /** The credentials that the sandbox accepts. */
  readonly credentials: SandboxCredentials
  /** The current users: clients may create and delete users, where the profile has a path for it. */
  readonly users: ReadonlyArray<SandboxUser>
  /**
   * A transport, for `createClient({ http })`. It answers synchronously unless a fault delays it. It ignores the origin
   * and what the path has before the root, such as `/v2`. Unsubscribing is journalled as `aborted`.
   */
  readonly http: Http
  /** A function like the platform's `fetch`, which follows no redirect. */
  readonly fetch: Fetch
  /**
   * Opens a port on 127.0.0.1, by default any that is free. Cold; emits the base URL; unsubscribing closes the port and
   * every connection. Errors when the port cannot be opened, and on platforms that open none.
   */
  readonly listen: (port?: number) => Observable<string>
  readonly journal: Journal
  /** The webhooks that it has sent. */
  readonly webhooks: WebhookJournal
  readonly faults: Faults
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: () => number
  /**
   * Moves the sandbox's time forward by `ms` milliseconds: tokens expire, prices change, refreshes continue. A virtual
   * clock is advanced, with its timers. With another clock the sandbox's time is that much ahead of the clock from then
   * on, and timers of clients are not affected.
   */
  readonly advance: (ms: number) => void
  /** Starts a refresh of an item: `authenticating`, `retrieving_data`, then its outcome. */
  readonly refresh: (itemId: number, config?: RefreshConfig) => void
  /**
   * Sets the options of the next refresh of an item that a client starts; default: it is queued a second, and finishes.
   */
  readonly planRefresh: (itemId: number, config: RefreshConfig) => void
  /**
   * Submits the bank form at a URL that the service gave, which works once. A refresh of the new or edited item begins.
   * Returns the URL of the callback, with `user_uuid` and `item_id`; without `user_uuid` where the form was opened by a
   * request of a stage before 2016-01-18.
   */
  readonly submitBankForm: (formUrl: string, config?: RefreshConfig) => string
  /**
   * Inserts new transactions of a user, all at one moment; returns their ids, the newest first. With `late`, clients
   * see them that many milliseconds after their `updated_at`, as where a commit of the service's database took so long.
   */
  readonly insertTransactions: (userUuid: string, count: number, config?: InsertConfig) => ReadonlyArray<number>
  /**
   * Posts a pending transaction: deletes it and inserts one with another id, which it returns, with the day's date and
   * the bank's description. `changes` are applied to the new one.
   */
  readonly postTransaction: (transactionId: number, changes?: TransactionChanges) => number
  /** Changes a transaction, with a new `updated_at`; `config` can set it by a clock that differs from the sandbox's. */
  readonly updateTransaction: (transactionId: number, changes: TransactionChanges, config?: ChangeConfig) => void
  /** Deletes a transaction: the list of all no longer has it, and the list of updated ones has it with `is_deleted`. */
  readonly deleteTransaction: (transactionId: number, config?: ChangeConfig) => void
  /**
   * Changes a stock, with a new `updated_at`. A price changes for all users who have the share, until it changes by
   * itself.
   */
  readonly updateStock: (stockId: number, changes: StockChanges) => void
  /** Sets `updated_at` of all stocks of a user, or of the first `count`, to now. */
  readonly touchStocks: (userUuid: string, count?: number) => void
  /**
   * Gives an account access to its data, or takes it, as a user does who chooses accounts. Without it there are no
   * transactions and stocks, and in the dialect `dialect2025` neither balance, IBAN nor details of loans.
   */
  readonly setDataAccess: (accountId: number, access: 'enabled' | 'disabled') => void
  /** Sends the webhook `TEST_EVENT`, as the service's dashboard does to try an address. */
  readonly sendTestWebhook: () => void
  /** Revokes the tokens of a user, or of all users. */
  readonly revokeTokens: (userUuid?: string) => void
}
