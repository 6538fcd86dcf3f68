import type { ClientEvent } from '../../base/event/ClientEvent.js'

/** The demo started. */
export interface Started {
  readonly _tag: 'Started'
  readonly base_url: string
  readonly seed: number
  readonly external_user_id: string
}

/** The client has a new token. */
export interface TokenIssued {
  readonly _tag: 'TokenIssued'
  readonly expires_at: Date
}

/** The client starts to read a list of `rows` rows. */
export interface ListStarted {
  readonly _tag: 'ListStarted'
  readonly list: number
  readonly rows: number
}

/** The sandbox will answer one page of the list with a failure, once. */
export interface FaultInjected {
  readonly _tag: 'FaultInjected'
  readonly page: number
  readonly status: number
  /** Seconds. */
  readonly retry_after: number | null
}

/** A page was read. */
export interface PageRead {
  readonly _tag: 'PageRead'
  readonly list: number
  readonly page: number
  readonly rows: number
  readonly last: boolean
}

/** A refresh of an item was started. */
export interface RefreshStarted {
  readonly _tag: 'RefreshStarted'
  readonly item_id: number
}

/** The status of a refresh was received; `last` if it ends the refresh. */
export interface RefreshStatusReceived {
  readonly _tag: 'RefreshStatusReceived'
  readonly item_id: number
  readonly status: string
  readonly accounts: number | null
  readonly total_accounts: number | null
  readonly last: boolean
}

/** A new or changed stock was received; `previous_price` is `null` the first time. */
export interface StockUpdated {
  readonly _tag: 'StockUpdated'
  readonly id: number
  readonly ticker: string
  readonly label: string
  readonly price: number
  readonly previous_price: number | null
  readonly currency_code: string
  readonly quantity: number
  readonly updated_at: Date
}

/** The events of the demo itself, in addition to those of its client. */
export type DemoAction =
  | Started
  | TokenIssued
  | ListStarted
  | FaultInjected
  | PageRead
  | RefreshStarted
  | RefreshStatusReceived
  | StockUpdated

/** Something that happened in the demo. */
export type DemoEvent = ClientEvent | (DemoAction & { readonly time: Date })
