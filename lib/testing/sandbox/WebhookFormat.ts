import type { Change } from './Change.js'
import type { ItemState } from './sandboxUsers.js'

/** The type, the user and the content of a webhook. */
export interface EventBody {
  readonly type: string
  readonly userUuid: string
  readonly content: object
}

/** The start of a refresh of an item. */
export type RefreshStarted = Extract<Change, { readonly type: 'RefreshStarted' }>

/** The webhooks of an API version. */
export interface WebhookFormat {
  /** The webhooks that are sent at once after a change. */
  readonly onChange: (change: Change) => ReadonlyArray<EventBody>
  /**
   * The webhooks that are sent when a refresh has ended. `isFirst`: no webhook has announced the item's accounts yet.
   */
  readonly onRefreshEnd: (change: RefreshStarted, isFirst: boolean) => ReadonlyArray<EventBody>
  /** The signature in the API version's format, for a digest in lower-case hexadecimal. */
  readonly signature: (digest: string) => string
  /** The delays in milliseconds before each retry of a failed webhook. */
  readonly retryDelays: ReadonlyArray<number>
  /** The time of the service's own next refresh of an item after `moment`; missing if it never refreshes items. */
  readonly nextRefresh?: (item: ItemState, moment: number) => number
}
