import * as t from 'io-ts'
import { integer } from '../../base/codec/integer.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { type OperationKey, operationTable } from '../../service/profile/operations.js'
import { PageLink } from '../../streams/pages/PageLink.js'
import { id, type MessageOf, tag } from './protocol.js'

/** A link that belongs to no client, user or list: following it errors like a link of another client. */
export const deadLink = (): PageLink =>
  new PageLink({ client: {}, principal: '', operation: '', path: '', codec: {}, uri: '', requestUrl: '', number: 1 })

/** The page links of a port, and the numbers (handles) that are sent instead of them. */
export interface Links {
  readonly handleOf: (link: PageLink) => number
  readonly linkOf: (handle: number) => PageLink
}

/**
 * Creates the table of the main process, which stores the latest `capacity` links. Any other handle leads to a link
 * that cannot be followed.
 */
export const createLinkTable = (capacity: number): Links => {
  const links = new Map<number, PageLink>()
  const handles = new WeakMap<PageLink, number>()
  let last = 0
  return {
    handleOf: (link) => {
      const handle = handles.get(link) ?? ++last
      handles.set(link, handle)
      links.delete(handle)
      links.set(handle, link)
      for (const oldest of links.keys()) {
        if (links.size <= capacity) break
        links.delete(oldest)
      }
      return handle
    },
    linkOf: (handle) => links.get(handle) ?? deadLink(),
  }
}

/**
 * Creates the table of a renderer, which makes links that stand for handles. A link of another port has the handle 0,
 * which cannot be followed.
 */
export const createHandleTable = (): Links => {
  const handles = new WeakMap<PageLink, number>()
  return {
    linkOf: (handle) => {
      const link = deadLink()
      handles.set(link, handle)
      return link
    },
    handleOf: (link) => handles.get(link) ?? 0,
  }
}

type Row = (typeof operationTable)[OperationKey]

/** The operations that read lists and do not need the application's access. */
type ListRow = Extract<Row, { readonly answer: 'list'; readonly access: 'public' | 'user' }>

type ListNameOf<Name extends string> = Name extends `${infer List}.list` ? List : Name

/** The name of a list, from its operation, such as `stocks.updated`, and `stocks` for `stocks.list`. */
export type ListName = ListNameOf<ListRow['name']>

const listOperations = Object.values(operationTable)
  .filter(({ access, answer }) => answer === 'list' && access !== 'application')
  .map(({ key, name }) => [name.replace(/[.]list$/, '') as ListName, key] as const)

const lists = listOperations.map(([name]) => name)

/** The keys of the operations by the names of their lists. */
export const listKeys: ReadonlyMap<ListName, OperationKey> = new Map(listOperations)

/** The operations that read one answer for a renderer. */
type SingleRow = Exclude<
  Extract<Row, { readonly answer: 'one'; readonly access: 'public' | 'user' }>,
  { readonly effect: string } | { readonly until: string }
>

const singleOperations = Object.values(operationTable).filter(
  (row): row is SingleRow =>
    row.answer === 'one' && row.access !== 'application' && !('effect' in row) && !('until' in row),
)

/** The operations that a renderer can subscribe to. */
const operations = [
  ...singleOperations.map(({ key }) => key),
  'pages',
  'page',
  'navigate',
  'watchUpdated',
  'watchRefresh',
  'refresh',
  'bankForm',
  'events',
] as const

export type OperationName = (typeof operations)[number]

/** The messages from a renderer to the main process. */
export const toMain = {
  Hello: options('hello', { _tag: tag('Hello'), version: t.number }, {}),
  /**
   * Starts a subscription.
   *
   * - `list`: the list that an operation on lists reads; `updated`: the options of a list of changes.
   * - `handle`: the number of the link that `page` follows.
   * - `linked`: whether pages have links.
   * - `endless`: whether a refresh is followed beyond its end, because the renderer decides by its own `until`.
   * - `subject`: the options of a bank form, or the id of a resource; for a list of transactions the id of the account.
   * - `settings`: the options of the call, which the client in the main process decodes.
   */
  Subscribe: options(
    'subscribe',
    { _tag: tag('Subscribe'), id, operation: oneOf(...operations), settings: object },
    {
      list: oneOf(...lists),
      updated: object,
      handle: integer(0),
      linked: t.boolean,
      endless: t.boolean,
      subject: t.unknown,
    },
  ),
  /** Acknowledges values of a subscription, so that as many more may be sent. */
  Acknowledge: options('acknowledge', { _tag: tag('Acknowledge'), id, count: integer(1) }, {}),
  /** A command or a trigger of a subscription. */
  Input: options('input', { _tag: tag('Input'), id, value: t.unknown }, {}),
  InputEnd: options('end of input', { _tag: tag('InputEnd'), id }, {}),
  Unsubscribe: options('unsubscribe', { _tag: tag('Unsubscribe'), id }, {}),
}

export type ToMain = MessageOf<typeof toMain>
export type Subscribe = t.TypeOf<typeof toMain.Subscribe>
