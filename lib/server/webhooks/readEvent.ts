import { isLeft } from 'fp-ts/lib/Either.js'
import { fromEither, toNullable } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { id } from '../../base/codec/id.js'
import { lenient } from '../../base/codec/lenient.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { record } from '../../base/codec/record.js'
import { accountChange, accountContent, epoch, itemContent, itemRefresh, userContent } from './webhookContents.js'
import type { WebhookEvent } from './WebhookEvent.js'

/** The tag of an event type, and the codec of such an event. */
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

/** Whether an event reports a deletion, also one whose ids are missing or invalid. */
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
