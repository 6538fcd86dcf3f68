import type { BankRow } from '../data/bankRows.js'
import type { Language } from '../data/categoryNames.js'
import type { StockRow } from '../data/stockRows.js'
import type { TransactionRow } from '../data/transactionRows.js'
import type { RefreshRow } from '../refreshes.js'
import type { OtherPaths } from '../routes.js'
import type { AccountRow, Identity, ItemRow, ItemState } from '../sandboxUsers.js'

/** A row with an id; its other fields depend on the resource. */
export interface Row {
  readonly id: number
}

/** A user with every identity that a deployment may know. */
export interface KnownUser extends Identity {
  readonly uuid: string
}

/**
 * The format in which a deployment sends the rows that the sandbox generates, and its behaviour where the documentation is
 * ambiguous.
 */
export interface RowDialect {
  readonly item: (row: ItemRow, state: ItemState) => Row
  readonly account: (row: AccountRow) => object
  readonly transaction: (row: TransactionRow) => object
  readonly stock: (row: StockRow) => object
  readonly user: (user: KnownUser) => object
  /** The `user` in the response that issues a token; `usesEmail` says whether email and password were sent. */
  readonly tokenUser: (user: KnownUser, usesEmail: boolean) => object
  readonly refreshStatus: (row: RefreshRow) => object
  /** The `resources` of a page of banks. */
  readonly banks: (rows: ReadonlyArray<BankRow>) => ReadonlyArray<object>
  /** One bank; default: as in the list. */
  readonly bank?: (row: BankRow) => object
  /** The rows of all categories; the same id may occur twice. */
  readonly categories: (language: Language) => ReadonlyArray<Row>
  /** The resolution of the timestamps of accounts, refreshes and transactions, in milliseconds. */
  readonly precision: number
  /** How many of the newest transactions of a user are pending at the start. */
  readonly pendingCount: number
  /** How long a refresh that a client starts stays queued, in milliseconds. */
  readonly queuedMs: number
  /**
   * Whether the status of an item keeps its value during a refresh, or says that the item was just added or edited.
   * Otherwise it is 0 during a refresh.
   */
  readonly keepsStatus: boolean
  /** Whether the response to the start of a refresh has a `Location` header with the path of its status. */
  readonly locatesRefresh: boolean
  /** Whether responses have headers with the remaining limit, if limits are enforced. */
  readonly sendsLimits?: boolean
  /** The paths that public clients call, of operations for which the profile has no path. */
  readonly publicClientPaths?: OtherPaths
  /** Another accepted version header, in lower case. It is accepted only with the profile's own date. */
  readonly otherVersionHeader?: string
}
