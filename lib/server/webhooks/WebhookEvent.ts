import type * as t from 'io-ts'
import type { Issue } from '../../base/codec/issues.js'
import type { accountChange, accountContent, itemContent, itemRefresh, userContent } from './webhookContents.js'

/** The fields of a deletion. */
interface DeletionReport<Tag extends string, Content> {
  readonly _tag: Tag
  /** The service's name of the type, unchanged. */
  readonly type: string
  /** When it happened, by the service's clock; missing if the service sent no valid time. */
  readonly timestamp?: Date | null | undefined
  readonly content: Content
}

/** The fields of every other event whose type this package knows: `_tag` to switch on, and the service's fields. */
interface KnownEvent<Tag extends string, Content> extends DeletionReport<Tag, Content> {
  /** When it happened, by the service's clock. */
  readonly timestamp: Date
}

/**
 * An item was created: its credentials are known, but there is no data yet. 2021 `item.created`, 2019 `ITEM_CREATED`.
 */
export interface ItemCreated extends KnownEvent<'ItemCreated', t.TypeOf<typeof itemContent>> {}

/**
 * A refresh of an item has ended, successfully or not: see `status_code`. 2021 `item.refreshed`, 2019 `ITEM_REFRESHED`.
 */
export interface ItemRefreshed extends KnownEvent<'ItemRefreshed', t.TypeOf<typeof itemRefresh>> {}

/** An account was added to an item. 2021 `item.account.created`, 2019 `ACCOUNT_CREATED`. */
export interface AccountCreated extends KnownEvent<'AccountCreated', t.TypeOf<typeof accountContent>> {}

/** An account or its transactions have changed. 2021 `item.account.updated`, 2019 `ACCOUNT_UPDATED`. */
export interface AccountUpdated extends KnownEvent<'AccountUpdated', t.TypeOf<typeof accountChange>> {}

/** An item was deleted. From 2025-01-15 on `item.deleted`. */
export interface ItemDeleted extends DeletionReport<'ItemDeleted', t.TypeOf<typeof itemContent>> {}

/** A user was deleted. From 2025-01-15 on `user.deleted`. */
export interface UserDeleted extends DeletionReport<'UserDeleted', t.TypeOf<typeof userContent>> {}

/** The bank no longer lists an account; the account may appear again. `item.account.deleted`. */
export interface AccountDeleted extends KnownEvent<'AccountDeleted', t.TypeOf<typeof accountContent>> {}

/** The fields of an event whose content was not decoded: the fields of the body, unchanged. */
interface RawEvent<Tag extends string> {
  readonly _tag: Tag
  readonly type: string
  readonly timestamp?: unknown
  readonly content?: unknown
}

/** A test event, which the service's dashboard sends: `TEST_EVENT`. */
export interface TestEvent extends RawEvent<'TestEvent'> {}

/** An event whose type this package does not know. */
export interface UnknownEvent extends RawEvent<'UnknownEvent'> {}

/**
 * An event of a known type whose content is not what its codec expects.
 *
 * - `issues`: paths such as `/content/item_id`, with what was expected at each.
 */
export interface InvalidEvent extends RawEvent<'InvalidEvent'> {
  readonly issues: ReadonlyArray<Issue>
}

/**
 * An event that a service reports by a webhook: a closed union on `_tag`. The service has two vocabularies for the same
 * events; `_tag` is the same for both, and `type` is the service's own name. Unknown fields are kept.
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
