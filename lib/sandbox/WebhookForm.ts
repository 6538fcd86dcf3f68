import type { Change } from './Change.js'
import type { ItemState } from './users.js'

/** What a webhook tells of. */
export interface EventBody {
  readonly type: string
  readonly userUuid: string
  readonly content: object
}

/** A refresh of an item that was begun. */
export type RefreshStarted = Extract<Change, { readonly type: 'RefreshStarted' }>

/** How a stage tells by webhooks of what happens. */
export interface WebhookForm {
  /** What is told of a change at once. */
  readonly changed: (change: Change) => ReadonlyArray<EventBody>
  /** What is told when a refresh has ended; `isFirst` where nothing was told of the accounts of its item yet. */
  readonly ended: (change: RefreshStarted, isFirst: boolean) => ReadonlyArray<EventBody>
  /** A signature, given in hexadecimal of lower case. */
  readonly signature: (digest: string) => string
  /** How long one that was not taken waits until it is sent again, each time, in milliseconds. */
  readonly delays: ReadonlyArray<number>
  /** When the service refreshes an item next by itself, after a moment; left out where it refreshes none. */
  readonly nextRefresh?: (item: ItemState, moment: number) => number
}
