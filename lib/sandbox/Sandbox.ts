import type { Observable } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import type { Http } from '../http/Http.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { Faults } from './faults.js'
import type { Journal } from './journal.js'
import type { DialectName } from './dialect/dialects.js'
import type { TransactionChanges } from './data/transactions.js'
import type { ChangeConfig, InsertConfig } from './ledger.js'
import type { StockChanges } from './portfolio.js'
import type { RefreshConfig } from './refreshes.js'
import type { SandboxCredentials } from './State.js'
import type { Fetch } from './toFetch.js'
import type { WebhookJournal, WebhooksConfig } from './WebhooksConfig.js'

/** What a sandbox is made with. */
export interface SandboxConfig {
  /** Default 1. The same seed, from the same start of the clock, gives the same bytes. */
  readonly seed?: number
  /** Default the system's; a virtual one gives virtual time. */
  readonly clock?: Clock
  /**
   * The deployment that it plays; default `described`. Paths, methods, header names, where credentials and parameters go,
   * and the stage of undated versions are taken from it.
   */
  readonly profile?: ServiceInterface
  /** Whose rows it answers with; default: the profile's, by its name, and for one that it does not know `described`. */
  readonly dialect?: DialectName
  /** Whether requests beyond the limits of the profile are answered with 429; default `false`. */
  readonly enforceLimits?: boolean
  /** Default `sandbox-client` and `sandbox-secret`. */
  readonly credentials?: SandboxCredentials
  /** How many users there are; default 3. */
  readonly users?: number
  /** How many banks there are; default 1200. */
  readonly banks?: number
  /** How many transactions each user has; default 20,000. They are made when they are asked for. */
  readonly transactions?: number
  /** How many stocks each user has; default 40. */
  readonly stocks?: number
  /** How long a token lives, in milliseconds; default two hours. */
  readonly tokenLifetime?: number
  /** Where it tells what happens; default: nowhere. */
  readonly webhooks?: WebhooksConfig
}

/** A user whom a sandbox knows. */
export interface SandboxUser {
  readonly uuid: string
  /** That of the first user is `A6J`; empty where there is none. */
  readonly externalUserId: string
  /** Empty where there is none. */
  readonly email: string
  /** As it is now; empty where there is none. */
  readonly password: string
  readonly itemIds: ReadonlyArray<number>
  readonly accountIds: ReadonlyArray<number>
  readonly stockIds: ReadonlyArray<number>
}

/** The interface as a server, in this process or on a port. */
export interface Sandbox {
  /** Those of the one application that it knows. */
  readonly credentials: SandboxCredentials
  /** As it is now: clients may create and delete users, where the profile has a path for it. */
  readonly users: ReadonlyArray<SandboxUser>
  /**
   * A transport: for `createClient({ http })`. It answers within `subscribe` unless a fault delays it, whatever the
   * origin and the path before the root, such as `/v2`; unsubscribing is journalled as aborted.
   */
  readonly http: Http
  /** As the platform's `fetch`; follows no redirect. */
  readonly fetch: Fetch
  /**
   * Opens a port on 127.0.0.1, by default any that is free. Cold; emits the base URL; unsubscribing closes the port and
   * every connection. Errors when the port cannot be opened, and on platforms that open none.
   */
  readonly listen: (port?: number) => Observable<string>
  readonly journal: Journal
  /** What it told by webhooks. */
  readonly webhooks: WebhookJournal
  readonly faults: Faults
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: () => number
  /**
   * Moves the sandbox's time forward by `ms` milliseconds: tokens expire, prices move, refreshes go on. A virtual clock is
   * moved itself; beside another one the sandbox goes ahead, and timers stay as they are.
   */
  readonly advance: (ms: number) => void
  /** Starts a refresh of an item: `authenticating`, `retrieving_data`, then its outcome. */
  readonly refresh: (itemId: number, config?: RefreshConfig) => void
  /** Says how the refresh of an item will be that a client starts next; default: it waits a second, and finishes. */
  readonly planRefresh: (itemId: number, config: RefreshConfig) => void
  /**
   * Fills in the bank form at a URL that the service gave, once: the user's new item, or the one that is edited, begins a
   * refresh. Answers the URL of the callback, with `user_uuid` and `item_id`; forms opened before the stage 2016-01-18 do
   * not say `user_uuid`.
   */
  readonly submitBankForm: (formUrl: string, config?: RefreshConfig) => string
  /**
   * Makes new transactions of a user, all at one moment; answers their ids, the newest first. They may be shown `late`
   * milliseconds after their `updated_at`, as from a transaction of the service's database that took so long, and they may
   * be pending.
   */
  readonly insertTransactions: (userUuid: string, count: number, config?: InsertConfig) => ReadonlyArray<number>
  /**
   * Posts a pending transaction: it is deleted, and comes again under another id, which is answered, with the day's date
   * and the bank's words for it; other `changes`, such as of the amount, are yours.
   */
  readonly postTransaction: (transactionId: number, changes?: TransactionChanges) => number
  /** Changes a transaction, which moves its `updated_at`, on or to the moment by the clock of a writer. */
  readonly updateTransaction: (transactionId: number, changes: TransactionChanges, config?: ChangeConfig) => void
  /** Deletes a transaction: it leaves the list, and is in the updated ones with `is_deleted`. */
  readonly deleteTransaction: (transactionId: number, config?: ChangeConfig) => void
  /**
   * Changes a stock, which moves its `updated_at`; a price is that of all users who hold the share, until it moves again.
   */
  readonly updateStock: (stockId: number, changes: StockChanges) => void
  /** Moves `updated_at` of all stocks of a user, or of the first `count`, to now. */
  readonly touchStocks: (userUuid: string, count?: number) => void
  /** Ends the tokens of a user, or all. */
  readonly revokeTokens: (userUuid?: string) => void
}
