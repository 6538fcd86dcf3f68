import type { Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { Http } from '../../http/Http.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { TransactionChanges } from './data/transactionRows.js'
import type { DialectName, SandboxDialect } from './dialect/dialects.js'
import type { Faults } from './faults.js'
import type { Journal } from './journal.js'
import type { ChangeConfig, DeleteConfig, InsertConfig } from './ledger.js'
import type { OverridableResource } from './overrides.js'
import type { StockChanges } from './portfolio.js'
import type { RefreshConfig } from './refreshes.js'
import type { SandboxCredentials } from './State.js'
import type { Fetch } from './toFetch.js'
import type { WebhookJournal, WebhooksConfig } from './WebhooksConfig.js'

/** The configuration of a sandbox. */
export interface SandboxConfig {
  /** The seed of all data; default 1. The same seed, with the same start of the clock, gives the same bytes. */
  readonly seed?: number
  /** The source of time; default the system's clock. With a virtual clock the sandbox runs in virtual time. */
  readonly clock?: Clock
  /**
   * The deployment that the sandbox simulates: a profile of `rxbank/bridge`, `documentedProfile`, or your own. It determines
   * the paths, methods, header names, the place of credentials and parameters, and the API version of a request whose version
   * has no date.
   */
  readonly profile: ServiceInterface
  /**
   * The format of the rows; default: the dialect with the profile's name. If there is none, it is `dialect2025` for a
   * profile whose version is 2025-01-15 or later, else `documented`.
   */
  readonly dialect?: DialectName | SandboxDialect
  /** Whether requests beyond the limits of the profile are answered with 429; default `false`. */
  readonly enforceLimits?: boolean
  /** The credentials that the sandbox accepts; default `sandbox-client` and `sandbox-secret`. */
  readonly credentials?: SandboxCredentials
  /** How many users there are; default 3. */
  readonly users?: number
  /** How many banks there are; default 1200. */
  readonly banks?: number
  /**
   * How many unrelated, random transactions each user has, for load tests. By default, each user has a life instead: about 1,400
   * transactions of the last 24 months, with a salary, rent, subscriptions, savings, a deferred card and a loan. The users are
   * French, German and Irish in turn. The balance of an account is always an opening balance plus the account's transactions.
   */
  readonly transactions?: number
  /** How many stocks each user has; default 40. */
  readonly stocks?: number
  /**
   * How many transactions a new item gets when a user connects it; default 0. In API version 2025-01-15, those of the last seven
   * days arrive with the first refresh, and the older ones with another refresh five minutes later.
   */
  readonly newItemTransactions?: number
  /** How many users the application may have, in API version 2025-01-15; default: any number. */
  readonly maxUsers?: number
  /** The lifetime of a token in milliseconds; default two hours. */
  readonly tokenLifetime?: number
  /** Where webhooks are sent; default: no webhooks are sent. */
  readonly webhooks?: WebhooksConfig
}

/** Options of the removal of an item. */
export interface RemovalConfig {
  /** Whether the transactions and stocks are shown as deleted; default `false`. */
  readonly tombstones?: boolean
}

/** Options of a bank that is connected again. */
export interface RelinkConfig extends RemovalConfig {
  /** Whether the item before stays, as if a user forgot to delete it; default `false`. `removeItem` deletes it later. */
  readonly keepItem?: boolean
}

/** What a user does in a bank form. */
export interface BankFormConfig extends RefreshConfig {
  /**
   * The ids of the accounts that the user shares, of the item that the form is for; the access to its other accounts is
   * disabled. Default: those that were shared before.
   */
  readonly accounts?: ReadonlyArray<number>
}

/** A user of a sandbox. */
export interface SandboxUser {
  readonly uuid: string
  /** `A6J` for the first user; empty for a user without an external id. */
  readonly externalUserId: string
  /** Empty for a user without an email. */
  readonly email: string
  /** The current password; empty for a user without one. */
  readonly password: string
  readonly itemIds: ReadonlyArray<number>
  readonly accountIds: ReadonlyArray<number>
  readonly stockIds: ReadonlyArray<number>
}

/** A simulated service, in this process or on a port. */
export interface Sandbox {
  /** The credentials that the sandbox accepts. */
  readonly credentials: SandboxCredentials
  /** The current users. Clients may create and delete users if the profile has paths for it. */
  readonly users: ReadonlyArray<SandboxUser>
  /**
   * A transport, for `createClient({ http })`. It answers synchronously unless a fault delays it. It ignores the origin
   * and the part of the path before the root, such as `/v2`. Unsubscribing is journalled as `aborted`.
   */
  readonly http: Http
  /** A function like the platform's `fetch`, which does not follow redirects. */
  readonly fetch: Fetch
  /**
   * Opens a port on 127.0.0.1, by default any free one. In a browser, the URLs of bank forms, connect sessions and user
   * management sessions that were opened over it show the pages of these sessions. Cold; emits the base URL; unsubscribing
   * closes the port and every connection, and prints a line about the faults that applied to no request, if there are any.
   * Errors if the platform cannot open the port, and with a `ConfigError` for any value that is not a number, such as
   * `{ port }`.
   */
  readonly listen: (port?: number) => Observable<string>
  /** Ends a test: prints a line about the faults that applied to no request, if there are any, and removes all faults. */
  readonly close: () => void
  readonly journal: Journal
  /** The webhooks that the sandbox has sent. */
  readonly webhooks: WebhookJournal
  readonly faults: Faults
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: () => number
  /**
   * Moves the sandbox's time forward by `ms` milliseconds: tokens expire, prices change, refreshes continue. If the clock
   * is virtual, this advances the clock and fires its timers. Any other clock stays, and so do the timers of clients: only
   * the sandbox's time moves.
   */
  readonly advance: (ms: number) => void
  /** Starts a refresh of an item: `authenticating`, `retrieving_data`, then its outcome. */
  readonly refresh: (itemId: number, config?: RefreshConfig) => void
  /**
   * Sets the options of the next refresh that a client starts for an item. By default, a refresh is queued for a second,
   * and succeeds.
   */
  readonly planRefresh: (itemId: number, config: RefreshConfig) => void
  /**
   * Submits the bank form at a URL from a response; each URL works once. Starts a refresh of the new or edited item.
   * Returns the URL of the callback, with `user_uuid` and `item_id`. Before API version 2016-01-18 it has no
   * `user_uuid`. A person can go through the form in a browser instead: see `listen`.
   */
  readonly submitBankForm: (formUrl: string, config?: BankFormConfig) => string
  /**
   * Inserts new transactions of a user, all at one moment; returns their ids, the newest first. With `visibleAfter`, clients
   * see them this many milliseconds after their `updated_at`, as after a slow commit in the service's database. An unknown
   * name in `changes` is a `ConfigError`, here and in the other functions that take changes.
   */
  readonly insertTransactions: (userUuid: string, count: number, config?: InsertConfig) => ReadonlyArray<number>
  /**
   * Posts a pending transaction: deletes it, inserts a new one with the current date and the bank's description, and
   * returns the new id. `changes` apply to the new transaction.
   */
  readonly postTransaction: (transactionId: number, changes?: TransactionChanges) => number
  /**
   * Changes a transaction, with a new `updated_at`. With `config`, this time comes from a clock that differs from the
   * sandbox's. The fields have the names of the documentation, whatever they are in the responses of a deployment:
   * `description` (`clean_description` there), `raw_description` (`provider_description` or `bank_description`), `is_deleted`
   * (`deleted`), `is_future` (`future`), `amount`, `date`, `currency_code`, `category_id`, `account_id` and
   * `show_client_side`.
   */
  readonly updateTransaction: (transactionId: number, changes: TransactionChanges, config?: ChangeConfig) => void
  /** Deletes a transaction: it disappears from the list of all, and is marked as deleted in the list of updated ones. */
  readonly deleteTransaction: (transactionId: number, config?: DeleteConfig) => void
  /**
   * Replaces fields of a row in all further responses, and sets its `updated_at` to now. Fields have the names and
   * formats of the deployment. A field that is `undefined` is omitted; {@link rawJson} sends a value that JavaScript
   * cannot represent. Values that the sandbox computes, such as balances, do not change.
   */
  readonly overrideRow: (resource: OverridableResource, id: number, fields: Readonly<Record<string, unknown>>) => void
  /**
   * Deletes an item with its accounts, and their transactions and stocks. With `tombstones`, the lists of updated
   * resources show these transactions and stocks as deleted; without it they disappear without a trace.
   */
  readonly removeItem: (itemId: number, config?: RemovalConfig) => void
  /**
   * Connects the bank of an item again, as when a user deletes and adds it: deletes the item like `removeItem`, and
   * creates its accounts, transactions and stocks again under new ids. Returns the id of the new item. With `keepItem`,
   * the item stays with its accounts and transactions; its stocks move.
   */
  readonly relinkItem: (itemId: number, config?: RelinkConfig) => number
  /**
   * Deletes a user and creates one with the same external id, email and password, and items at the same banks without
   * transactions. Returns the new `uuid`.
   */
  readonly recreateUser: (userUuid: string) => string
  /**
   * Changes a stock, with a new `updated_at`. A new price applies to all users who have the share, until the market changes
   * the price again.
   */
  readonly updateStock: (stockId: number, changes: StockChanges) => void
  /** Sets `updated_at` of all stocks of a user, or of the first `count`, to now. */
  readonly touchStocks: (userUuid: string, count?: number) => void
  /**
   * Enables or disables access to an account's data, as users do when they choose accounts. Without access, the account has
   * no transactions and stocks, and in `dialect2025` also no balance, IBAN and details of loans.
   */
  readonly setDataAccess: (accountId: number, access: 'enabled' | 'disabled') => void
  /** Sends the webhook `TEST_EVENT`, as the service's dashboard does to test a URL. */
  readonly sendTestWebhook: () => void
  /** Revokes the tokens of a user, or of all users. */
  readonly revokeTokens: (userUuid?: string) => void
}
