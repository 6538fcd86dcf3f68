import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { integer } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'

/** The version of the protocol. Both sides send it first, and it must be the same. */
export const protocolVersion = 1

/** The number of a subscription. The renderer counts from 1. */
export const id = integer(1)

/** The codec of the tag of a message. */
export const tag = <T extends string>(name: T): t.LiteralC<T> => t.literal(name)

/**
 * Why the main process closes a port: `exposeStreams` does not accept its page (`sender`), the page has too many ports
 * (`ports`), or the renderer has another version (`version`) or sends messages that cannot be decoded (`message`).
 */
const refusalReasons = oneOf('sender', 'ports', 'version', 'message')

/** The messages from the main process to a renderer. */
export const toRenderer = {
  Hello: options('hello', { _tag: tag('Hello'), version: t.number }, {}),
  /** The last message before the port is closed. */
  Refused: options('refused', { _tag: tag('Refused'), reason: refusalReasons }, {}),
  Next: options('next', { _tag: tag('Next'), id, value: t.unknown }, {}),
  Error: options('error', { _tag: tag('Error'), id, error: t.unknown }, {}),
  Complete: options('complete', { _tag: tag('Complete'), id }, {}),
}

export type MessageOf<C extends Readonly<Record<string, t.Mixed>>> = t.TypeOf<C[keyof C]>

export type ToRenderer = MessageOf<typeof toRenderer>
export type Refusal = t.TypeOf<typeof refusalReasons>

/** Creates a function that decodes one of these messages by its tag; `undefined` for anything else. */
export const messageOf =
  <C extends Readonly<Record<string, t.Mixed>>>(codecs: C) =>
  (u: unknown): MessageOf<C> | undefined => {
    const tagged =
      object.is(u) && typeof u._tag === 'string' && Object.hasOwn(codecs, u._tag) ? codecs[u._tag] : undefined
    if (tagged === undefined) return undefined
    const decoded = decode(tagged, u)
    return isLeft(decoded) ? undefined : (decoded.right as MessageOf<C>)
  }
