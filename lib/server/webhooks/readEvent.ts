import { isLeft } from 'fp-ts/lib/Either.js'
import { fromEither, toNullable } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { id } from '../../base/codec/id.js'
import type { Issue } from '../../base/codec/issues.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { lenient, record } from '../../base/codec/record.js'
import { accountChange, accountContent, epoch, itemContent, itemRefresh, userContent } from './webhookContents.js'

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
 * A refresh of an item has finished, successfully or not: see `status_code`. 2021 `item.refreshed`, 2019
 * `ITEM_REFRESHED`.
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
 * events; `_tag` is the same for both, and `type` is the service's own name. Unknown fields are preserved.
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

/** The tag of an event type, and the codec of its events. */
interface EventType {
  readonly _tag: WebhookEvent['_tag']
  readonly codec: t.Decoder<unknown, unknown>
}

const eventType = (_tag: EventType['_tag'], content: t.Mixed): EventType => ({
  _tag,
  codec: record('webhook', { type: t.string, timestamp: epoch, content }, {}),
})

/** A deletion is carried out by its ids alone, so a wrong `timestamp` does not make it invalid. */
const deletionType = (_tag: EventType['_tag'], content: t.Mixed): EventType => ({
  _tag,
  codec: record('webhook', { type: t.string, content }, lenient({ timestamp: epoch })),
})

const itemCreated = eventType('ItemCreated', itemContent)
const itemRefreshed = eventType('ItemRefreshed', itemRefresh)
const accountCreated = eventType('AccountCreated', accountContent)
const accountUpdated = eventType('AccountUpdated', accountChange)

/** The event types by the service's names, in the vocabularies of 2025, 2021 and 2019. */
const eventTypes: ReadonlyMap<string, EventType> = new Map<string, EventType>([
  ['item.created', itemCreated],
  ['item.refreshed', itemRefreshed],
  ['item.account.created', accountCreated],
  ['item.account.updated', accountUpdated],
  ['item.account.deleted', eventType('AccountDeleted', accountContent)],
  ['item.deleted', deletionType('ItemDeleted', itemContent)],
  ['user.deleted', deletionType('UserDeleted', userContent)],
  ['ITEM_CREATED', itemCreated],
  ['ITEM_REFRESHED', itemRefreshed],
  ['ACCOUNT_CREATED', accountCreated],
  ['ACCOUNT_UPDATED', accountUpdated],
  ['TEST_EVENT', { _tag: 'TestEvent', codec: object }],
])

const unknownType: EventType = { _tag: 'UnknownEvent', codec: object }

/** Reads the body of a webhook; `undefined` if it is not a JSON object with a `type`. */
export const readEvent = (text: string): WebhookEvent | undefined => {
  const parsed = parseJson(text)
  if (isLeft(parsed) || !object.is(parsed.right) || !nonEmpty.is(parsed.right.type)) return undefined
  const fields = parsed.right as { readonly type: string }
  const { _tag, codec } = eventTypes.get(fields.type) ?? unknownType
  const decoded = decode(codec, fields)
  if (isLeft(decoded)) return { ...fields, _tag: 'InvalidEvent', issues: decoded.left }
  return { ...(decoded.right as typeof fields), _tag } as WebhookEvent
}

/** The tags of events that report a deletion, which must not be lost. */
const deletionTags: ReadonlyArray<WebhookEvent['_tag']> = ['ItemDeleted', 'UserDeleted']

/** Whether an event reports a deletion, even if its ids are missing or invalid. */
export const isDeletion = ({ type }: WebhookEvent): boolean => {
  const known = eventTypes.get(type)
  return known !== undefined && deletionTags.includes(known._tag)
}

/** When an event happened, in milliseconds since 1970; `undefined` if it has no valid timestamp. */
export const momentOf = ({ timestamp }: WebhookEvent): number | undefined => {
  const moment = epoch.is(timestamp) ? timestamp : toNullable(fromEither(epoch.decode(timestamp)))
  return moment?.getTime()
}

const userContentFields = record('content', { user_uuid: t.string }, {})
const itemContentFields = record('content', { item_id: id }, {})

/**
 * Whether an event is about a user, even if its type is unknown or the rest of its content is invalid.
 */
export const isOfUser = (uuid: string): ((event: WebhookEvent) => boolean) => {
  const lowerCase = uuid.toLowerCase()
  return ({ content }) => userContentFields.is(content) && content.user_uuid.toLowerCase() === lowerCase
}

/** Whether an event is about an item, even if its type is unknown or the rest of its content is invalid. */
export const isOfItem =
  (itemId: number) =>
  ({ content }: WebhookEvent): boolean =>
    itemContentFields.is(content) && content.item_id === itemId
