import * as t from 'io-ts'
import { check } from '../../codec/check.js'
import { options } from '../../codec/index.js'
import { integer } from '../../codec/integer.js'
import { milliseconds } from '../../codec/milliseconds.js'
import { nonEmpty } from '../../codec/nonEmpty.js'
import { decodeOptions } from '../../error/decodeOptions.js'
import { type Clock, type Redacted, systemClock } from '../../index.js'
import { secret } from '../../model/secret.js'
import { clockLike } from '../clockLike.js'

/** What webhooks are received with; only `secrets` must be given. Times in milliseconds. */
export interface CreateWebhooksConfig {
  /** The webhook's secret; after a rotation the new one and the old one. Visible ASCII, redacted or not. */
  readonly secrets: ReadonlyArray<string | Redacted<string>>
  /** Bytes of a body at most; default 65,536. */
  readonly maxBodySize?: number
  /** How long a body may take to arrive; default 10,000. */
  readonly timeout?: number
  /**
   * How far the `timestamp` of an event may be from the clock, either way; default two days, for as long the service sends
   * one again that was not taken. The signature covers it, so
   * that an event which was caught on its way cannot be sent again later; within this time it is known to be there
   * already. A body without a `timestamp` has no age. `Infinity` takes events of any age, as do services that
   * send an event again for longer.
   */
  readonly maxAge?: number
  /**
   * The addresses from which webhooks come; default: any, for the signature proves whose they are. What counts is the
   * last one in `X-Forwarded-For`: the one which the app's own proxy has put there, where there is one. Without such a
   * proxy anybody can write this header.
   */
  readonly addresses?: ReadonlyArray<string>
  /** Default: the machine's. */
  readonly clock?: Clock
}

const both = t.readonlyArray(secret)

const secrets = new t.Type<ReadonlyArray<Redacted<string>>, unknown>(
  'one secret or two, of visible ASCII',
  (u): u is ReadonlyArray<Redacted<string>> => both.is(u) && (u.length === 1 || u.length === 2),
  (u, context) =>
    Array.isArray(u) && (u.length === 1 || u.length === 2) ? both.validate(u, context) : t.failure(u, context),
  t.identity,
)

const age = check('milliseconds, more than 0, or Infinity', (u): u is number => typeof u === 'number' && u > 0)

const codec = options(
  'an object with secrets',
  { secrets },
  {
    maxBodySize: integer(1),
    timeout: milliseconds(1),
    maxAge: age,
    addresses: t.readonlyArray(nonEmpty),
    clock: clockLike,
  },
)

/** Decodes the options of webhooks and fills in the defaults; throws one `ConfigError` that names all that is wrong. */
export const webhookSettings = (config: unknown) => {
  const decoded = decodeOptions(codec, config)
  return {
    secrets: decoded.secrets,
    maxBodySize: decoded.maxBodySize ?? 65_536,
    timeout: decoded.timeout ?? 10_000,
    maxAge: decoded.maxAge ?? 48 * 60 * 60_000,
    addresses: decoded.addresses,
    clock: decoded.clock ?? systemClock,
  }
}
