import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import { integer } from '../codec/integer.js'
import { object } from '../codec/object.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'

/** Both sides say it first; they understand each other where it is the same. */
export const protocolVersion = 1

/** The lists that can be read. */
const lists = [
  'banks',
  'categories',
  'accounts',
  'accounts.transactions',
  'accounts.transactions.updated',
  'items',
  'stocks',
  'stocks.updated',
  'transactions',
  'transactions.updated',
] as const

export type ListName = (typeof lists)[number]

/** What can be subscribed to. */
const operations = [
  'pages',
  'page',
  'navigate',
  'watchUpdated',
  'refreshStatus',
  'watchRefresh',
  'refresh',
  'item',
  'stock',
  'bankForm',
  'events',
] as const

export type OperationName = (typeof operations)[number]

/** The number of a subscription: its renderer counts from 1. */
const id = integer(1)

const tag = <T extends string>(name: T): t.LiteralC<T> => t.literal(name)

/** What a renderer says to the main process. */
export const toMain = {
  Hello: options('hello', { _tag: tag('Hello'), version: t.number }, {}),
  /**
   * - `list`, `updated`: which list an operation on lists reads; the options of one of updates.
   * - `handle`: the link that `page` follows, by the number that main gave it.
   * - `linked`: whether pages are to have links.
   * - `endless`: whether a refresh is followed beyond its end, for the renderer has its own.
   * - `subject`: the item, stock or form that is asked for; the account whose transactions are.
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

/**
 * Why main closes a port: `exposeStreams` does not accept its page, the page has too many already, it speaks another
 * version, or says what is not understood.
 */
export const refusals = oneOf('sender', 'ports', 'version', 'message')

/** What the main process says to a renderer. */
export const toRenderer = {
  Hello: options('hello', { _tag: tag('Hello'), version: t.number }, {}),
  /** The last thing that is said. */
  Refused: options('refused', { _tag: tag('Refused'), reason: refusals }, {}),
  Next: options('next', { _tag: tag('Next'), id, value: t.unknown }, {}),
  Error: options('error', { _tag: tag('Error'), id, error: t.unknown }, {}),
  Complete: options('complete', { _tag: tag('Complete'), id }, {}),
}

type MessageOf<C extends Readonly<Record<string, t.Mixed>>> = t.TypeOf<C[keyof C]>

export type ToMain = MessageOf<typeof toMain>
export type Subscribe = t.TypeOf<typeof toMain.Subscribe>
export type ToRenderer = MessageOf<typeof toRenderer>
export type Refusal = t.TypeOf<typeof refusals>

/** Decodes one of these messages by its tag; `undefined` for what is none. */
export const messageOf =
  <C extends Readonly<Record<string, t.Mixed>>>(codecs: C) =>
  (u: unknown): MessageOf<C> | undefined => {
    const tagged =
      object.is(u) && typeof u._tag === 'string' && Object.hasOwn(codecs, u._tag) ? codecs[u._tag] : undefined
    if (tagged === undefined) return undefined
    const decoded = decode(tagged, u)
    return isLeft(decoded) ? undefined : (decoded.right as MessageOf<C>)
  }
