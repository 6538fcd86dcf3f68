import { isLeft, map as mapEither } from 'fp-ts/lib/Either.js'
import { isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { isOptionOf, nullable } from '../../base/codec/nullable.js'
import { integer } from '../../base/codec/numbers.js'
import { record } from '../../base/codec/record.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { clientErrorFromJson } from '../../base/error/clientErrorFromJson.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { NavigationState } from '../../streams/pages/navigate.js'
import { type Page, PageLink } from '../../streams/pages/PageLink.js'
import type { UpdatedBatch } from '../../streams/polling/ChangesConfig.js'
import type { Links } from './linkTables.js'
import type { EventsDropped } from './RemoteLists.js'

/** The codec of an error as its JSON form, because a port does not keep the class and the fields of an `Error`. */
const clientError: t.Type<ClientError, unknown> = new t.Type(
  'client error',
  isClientError,
  (u, context) => {
    const decoded = clientErrorFromJson(u)
    return isLeft(decoded) ? t.failure(u, context) : t.success(decoded.right)
  },
  (error) => error.toJSON(),
)

const optionalError = nullable(clientError)

type EventError = ClientError | Option<ClientError>

const isOption = isOptionOf(t.unknown.is)

/** The codec of the error of an event: some events have an error, others an `Option` of one. */
const eventError: t.Type<EventError, unknown> = new t.Type(
  'error of an event',
  (u): u is EventError => isClientError(u) || optionalError.is(u),
  (u, context) => {
    if (!isOption(u)) return clientError.validate(u, context)
    return optionalError.validate(isSome(u) ? u.value : null, context)
  },
  (error) => {
    if (isClientError(error)) return clientError.encode(error)
    return isSome(error) ? some(clientError.encode(error.value)) : none
  },
)

const date = guardCodec('a valid Date', (u): u is Date => u instanceof Date && !Number.isNaN(u.getTime()))

const eventFields = { _tag: t.string }

const event = record('event', eventFields, { error: eventError, time: date }) as unknown as t.Type<
  ClientEvent | EventsDropped,
  unknown
>

const resources = guardCodec('list', (u): u is ReadonlyArray<unknown> => Array.isArray(u))

const issue = record('issue', { path: t.string, expected: t.string }, {})
const rejectedRow = record('rejected row', { index: integer(0), issues: t.readonlyArray(issue) }, {})

const pageOptions = { userUuid: t.string, rejected: t.readonlyArray(rejectedRow) }

const batch = record(
  'batch',
  { resources, rejected: t.readonlyArray(rejectedRow), checkpoint: nullable(date), isLast: t.boolean },
  { userUuid: t.string, isUserReplaced: t.literal(true) },
) as unknown as t.Type<UpdatedBatch<unknown>, unknown>

/**
 * The codecs of the values that are sent through a port. They encode to plain data, because a port does not keep
 * methods.
 */
export interface PortCodecs {
  readonly page: t.Type<Page<unknown>, unknown>
  readonly navigated: t.Type<NavigationState<unknown>, unknown>
  readonly batch: t.Type<UpdatedBatch<unknown>, unknown>
  readonly event: t.Type<ClientEvent | EventsDropped, unknown>
}

/** Creates the codecs of one port, in which links are handles. */
export const createPortCodecs = ({ handleOf, linkOf }: Links): PortCodecs => {
  const link: t.Type<PageLink, unknown> = new t.Type(
    'handle',
    (u): u is PageLink => u instanceof PageLink,
    (u, context) => mapEither(linkOf)(integer(1).validate(u, context)),
    handleOf,
  )
  const optionalLink = nullable(link)
  const required = { resources, next: optionalLink, previous: optionalLink, number: integer(1) }
  const page = record('page', required, pageOptions) as unknown as t.Type<Page<unknown>, unknown>
  return { page, navigated: record('shown', { page: nullable(page), error: optionalError }, {}), batch, event }
}
