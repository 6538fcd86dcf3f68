import type * as t from 'io-ts'
import type { Issue } from '../../index.js'
import type { accountChange, accountContent, itemContent, itemRefresh, userContent } from './contents.js'

/** What every event has that this package knows: a word of ours to switch on, and what came. */
interface Known<Tag extends string, Content> {
  readonly _tag: Tag
  /** The service's own word, as it came. */
  readonly type: string
  /** When it happened, by the service's clock. */
  readonly timestamp: Date
  readonly content: Content
}

/** An item has credentials; there is no data yet. 2021 `item.created`, 2019 `ITEM_CREATED`. */
export interface ItemCreated extends Known<'ItemCreated', t.TypeOf<typeof itemContent>> {}

/** A refresh of an item has ended, for good or ill: see `status_code`. 2021 `item.refreshed`, 2019 `ITEM_REFRESHED`. */
export interface ItemRefreshed extends Known<'ItemRefreshed', t.TypeOf<typeof itemRefresh>> {}

/** An item has one more account. 2021 `item.account.created`, 2019 `ACCOUNT_CREATED`. */
export interface AccountCreated extends Known<'AccountCreated', t.TypeOf<typeof accountContent>> {}

/** An account or its transactions have changed. 2021 `item.account.updated`, 2019 `ACCOUNT_UPDATED`. */
export interface AccountUpdated extends Known<'AccountUpdated', t.TypeOf<typeof accountChange>> {}

/** An item is gone. From 2025-01-15 on `item.deleted`. */
export interface ItemDeleted extends Known<'ItemDeleted', t.TypeOf<typeof itemContent>> {}

/** A user is gone. From 2025-01-15 on `user.deleted`. */
export interface UserDeleted extends Known<'UserDeleted', t.TypeOf<typeof userContent>> {}

/** The bank tells of an account no more; it may come back. `item.account.deleted`. */
export interface AccountDeleted extends Known<'AccountDeleted', t.TypeOf<typeof accountContent>> {}

/** What an event has whose content was not decoded: the fields of the body, as they came. */
interface Raw<Tag extends string> {
  readonly _tag: Tag
  readonly type: string
  readonly timestamp?: unknown
  readonly content?: unknown
}

/** The one that the service's dashboard sends to try an address: `TEST_EVENT`. */
export interface TestEvent extends Raw<'TestEvent'> {}

/** One whose type this package does not know. */
export interface UnknownEvent extends Raw<'UnknownEvent'> {}

/**
 * One of a known type that is not what its codec expects.
 *
 * - `issues`: where, such as `/content/item_id`, and what was expected there.
 */
export interface InvalidEvent extends Raw<'InvalidEvent'> {
  readonly issues: ReadonlyArray<Issue>
}

/**
 * What a service tells of by a webhook: a closed union on `_tag`, which is the same for both vocabularies; the service's
 * own word is in `type`. Fields that are not named are kept.
 */
export type WebhookEvent =
  | AccountCreated
  | AccountDeleted
  | AccountUpdated
  | InvalidEvent
  | ItemCreated
  | ItemDeleted
  | ItemRefreshed
  | TestEvent
  | UnknownEvent
  | UserDeleted
