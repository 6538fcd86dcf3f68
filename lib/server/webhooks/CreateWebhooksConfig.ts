import * as t from 'io-ts'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { functionCodec, guardCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Redacted } from '../../base/Redacted.js'
import { secret } from '../../service/model/AccessToken.js'
import type { AsyncResult } from '../../streams/polling/AsyncResult.js'
import { printError } from '../gateway/toRefusal.js'
import type { WebhookEvent } from './readEvent.js'

/** The configuration for receiving webhooks; only `secrets` is required. Times are in milliseconds. */
export interface CreateWebhooksConfig {
  /**
   * The secret of the webhook; after a rotation, the new and the old one. Each consists of visible ASCII characters, as
   * a string or as a `Redacted`.
   */
  readonly secrets: ReadonlyArray<string | Redacted<string>>
  /** The maximum size of a body in bytes; default 65,536. */
  readonly maxBodySize?: number
  /** How long a body may take to arrive, and then `storeEvent` to complete; default 10,000. */
  readonly timeout?: number
  /**
   * How far the `timestamp` of an event may differ from the clock, in either direction; default two days, because the
   * service repeats a failed webhook for that long. `Infinity` accepts all events, for services that repeat webhooks
   * for longer.
   *
   * The signature covers the timestamp. So an attacker cannot send a recorded webhook again after `maxAge`, and before
   * that the handler recognizes the repetition. A body without a `timestamp`, and an `ItemDeleted` or `UserDeleted`,
   * are accepted at any age: a deletion must not be lost, and receiving it twice does no harm.
   */
  readonly maxAge?: number
  /**
   * The addresses that may send webhooks; default: any, because the signature proves the sender. The handler compares
   * them with the last address in `X-Forwarded-For`, which the app's own proxy appends. Without a proxy that appends
   * it, do not use this option: anybody can write the header.
   */
  readonly addresses?: ReadonlyArray<string>
  /**
   * Stores an event before the response is sent, for example `runOnWebhook` of a fleet. The response is 200 once it
   * completes, and 503 if it errors, so that the service sends the event again. It is called once for simultaneous
   * deliveries of an event to this process; in other processes, and after an error, it may be called again. Its error
   * goes to `onError`. Default: events are not stored; an event that arrives while nobody is subscribed is lost.
   */
  readonly storeEvent?: (event: WebhookEvent) => AsyncResult
  /**
   * Called with the error of `storeEvent`, with an internal error, and with an `Error` for a deletion that cannot be
   * carried out; default: prints the error on the console.
   */
  readonly onError?: (error: unknown) => void
  /** The clock; default: the system's. */
  readonly clock?: Clock
}

const secretList = t.readonlyArray(secret)

const secrets = new t.Type<ReadonlyArray<Redacted<string>>, unknown>(
  'one or two secrets of visible ASCII',
  (u): u is ReadonlyArray<Redacted<string>> => secretList.is(u) && (u.length === 1 || u.length === 2),
  (u, context) =>
    Array.isArray(u) && (u.length === 1 || u.length === 2) ? secretList.validate(u, context) : t.failure(u, context),
  t.identity,
)

const age = guardCodec('milliseconds, more than 0, or Infinity', (u): u is number => typeof u === 'number' && u > 0)

const codec = options(
  'an object with secrets',
  { secrets },
  {
    maxBodySize: integer(1),
    timeout: milliseconds(1),
    maxAge: age,
    addresses: t.readonlyArray(nonEmpty),
    storeEvent: functionCodec<(event: WebhookEvent) => AsyncResult>('a function of an event'),
    onError: functionCodec<(error: unknown) => void>('a function of an error'),
    clock: clockCodec,
  },
)

/** Decodes the options of webhooks and adds the defaults; throws one `ConfigError` that names the wrong fields, ten at most. */
export const webhookSettings = (config: unknown) => {
  const decoded = decodeOptions(codec, config)
  return {
    secrets: decoded.secrets,
    maxBodySize: decoded.maxBodySize ?? 65_536,
    timeout: decoded.timeout ?? 10_000,
    maxAge: decoded.maxAge ?? 48 * 60 * 60_000,
    addresses: decoded.addresses,
    storeEvent: decoded.storeEvent,
    onError: decoded.onError ?? printError,
    clock: decoded.clock ?? systemClock,
  }
}
