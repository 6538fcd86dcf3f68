import * as t from 'io-ts'
import { integer } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { type OperationKey, operationTable } from '../../service/profile/operations.js'
import { id, type MessageOf, tag } from './protocol.js'

type Row = (typeof operationTable)[OperationKey]

/** The operations that read lists and do not need the application's access. */
type ListRow = Extract<Row, { readonly response: 'list'; readonly access: 'public' | 'user' }>

type ListNameOf<Name extends string> = Name extends `${infer List}.list` ? List : Name

/** The name of a list, from its operation, such as `stocks.updated`, and `stocks` for `stocks.list`. */
export type ListName = ListNameOf<ListRow['name']>

const listOperations = Object.values(operationTable)
  .filter(({ access, response }) => response === 'list' && access !== 'application')
  .map(({ key, name }) => [name.replace(/[.]list$/, '') as ListName, key] as const)

const lists = listOperations.map(([name]) => name)

/** The keys of the operations by the names of their lists. */
export const listKeys: ReadonlyMap<ListName, OperationKey> = new Map(listOperations)

/** The operations that read one response for a renderer. */
type SingleRow = Exclude<
  Extract<Row, { readonly response: 'one'; readonly access: 'public' | 'user' }>,
  { readonly effect: string } | { readonly until: string }
>

const singleOperations = Object.values(operationTable).filter(
  (row): row is SingleRow =>
    row.response === 'one' && row.access !== 'application' && !('effect' in row) && !('until' in row),
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
