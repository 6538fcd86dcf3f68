import type { BankRow } from '../data/banks.js'
import type { Language } from '../data/categories.js'
import type { StockRow } from '../data/stocks.js'
import type { TransactionRow } from '../data/transactions.js'
import type { RefreshRow } from '../refreshes.js'
import type { AccountRow, Identity, ItemRow, ItemState } from '../users.js'

/** A row that has an id, whatever else is in it. */
export interface Row {
  readonly id: number
}

/** A user as a deployment knows one. */
export interface KnownUser extends Identity {
  readonly uuid: string
}

/** How a deployment writes what the sandbox draws, and what it does where the interface is silent. */
export interface Dialect {
  readonly item: (row: ItemRow, state: ItemState) => Row
  readonly account: (row: AccountRow) => object
  readonly transaction: (row: TransactionRow) => object
  readonly stock: (row: StockRow) => object
  readonly user: (user: KnownUser) => object
  /** The user whom a token is for; `byEmail` where email and password were sent for it. */
  readonly authenticated: (user: KnownUser, byEmail: boolean) => object
  readonly refreshStatus: (row: RefreshRow) => object
  /** What the banks of one page are in its `resources`. */
  readonly banks: (rows: ReadonlyArray<BankRow>) => ReadonlyArray<object>
  /** The rows of all categories; one may come twice. */
  readonly categories: (language: Language) => ReadonlyArray<Row>
  /** What moments of accounts, refreshes and transactions are a whole number of, in milliseconds. */
  readonly precision: number
  /** How many of the newest transactions of a user are pending at the start. */
  readonly pending: number
  /** How long a refresh that a client starts waits for its turn, in milliseconds. */
  readonly waiting: number
  /** Whether the status of an item is what it was while a refresh goes on, or that of one just added or edited; else 0. */
  readonly keepsStatus: boolean
  /** Whether the answer to the start of a refresh says where its status is. */
  readonly locatesRefresh: boolean
}
