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

/** The webhooks of a stage. */
export interface WebhookForm {
  /** The webhooks that are sent at once after a change. */
  readonly changed: (change: Change) => ReadonlyArray<EventBody>
  /**
   * The webhooks that are sent when a refresh has ended. `isFirst` says that no webhook has announced the accounts of
   * its item yet.
   */
  readonly ended: (change: RefreshStarted, isFirst: boolean) => ReadonlyArray<EventBody>
  /** The signature in the stage's format, for a digest in lower-case hexadecimal. */
  readonly signature: (digest: string) => string
  /** The delays in milliseconds before each repetition of a webhook that was not answered with success. */
  readonly delays: ReadonlyArray<number>
  /** When the service next refreshes an item by itself, after `moment`; left out if it does not refresh items. */
  readonly nextRefresh?: (item: ItemState, moment: number) => number
}
