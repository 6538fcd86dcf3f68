import * as t from 'io-ts'
import { integer } from '../codec/integer.js'
import { object } from '../codec/object.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import { type OperationKey, operationTable } from '../profile/operations.js'
import { id, type MessageOf, tag } from './protocol.js'

type Row = (typeof operationTable)[OperationKey]

/** The lists that are not the application's own. */
type Listed = Extract<Row, { readonly answer: 'list'; readonly access: 'public' | 'user' }>

type Short<Name extends string> = Name extends `${infer List}.list` ? List : Name

/** The name of a list: that of its operation, such as `stocks.updated`, and `stocks` for `stocks.list`. */
export type ListName = Short<Listed['name']>

const listed = Object.values(operationTable)
  .filter(({ access, answer }) => answer === 'list' && access !== 'application')
  .map(({ key, name }) => [name.replace(/[.]list$/, '') as ListName, key] as const)

const lists = listed.map(([name]) => name)

/** The keys of the operations that read lists, by the names of these. */
export const listKeys: ReadonlyMap<ListName, OperationKey> = new Map(listed)

/** What can be subscribed to. */
const operations = [
  'pages',
  'page',
  'navigate',
  'watchUpdated',
  'refreshStatus',
  'watchRefresh',
  'refresh',
  'account',
  'bank',
  'category',
  'item',
  'stock',
  'transaction',
  'bankForm',
  'events',
] as const

export type OperationName = (typeof operations)[number]

/** What a renderer says to the main process. */
export const toMain = {
  Hello: options('hello', { _tag: tag('Hello'), version: t.number }, {}),
  /**
   * - `list`, `updated`: which list an operation on lists reads; the options of one of updates.
   * - `handle`: the link that `page` follows, by the number that main gave it.
   * - `linked`: whether pages are to have links.
   * - `endless`: whether a refresh is followed beyond its end, for the renderer has its own.
   * - `subject`: the form that is asked for, or the id of what is; the account whose transactions are.
   * - `settings`: the options of the call, as the client in main takes them.
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
  /** So many of the values of a subscription were taken, and as many more may come. */
  Taken: options('taken', { _tag: tag('Taken'), id, count: integer(1) }, {}),
  /** A command or a trigger of a subscription. */
  Input: options('input', { _tag: tag('Input'), id, value: t.unknown }, {}),
  InputEnd: options('end of input', { _tag: tag('InputEnd'), id }, {}),
  Unsubscribe: options('unsubscribe', { _tag: tag('Unsubscribe'), id }, {}),
}

export type ToMain = MessageOf<typeof toMain>
export type Subscribe = t.TypeOf<typeof toMain.Subscribe>
