import * as t from 'io-ts'
import type { Clock } from '../clock/Clock.js'
import { systemClock } from '../clock/systemClock.js'
import { check } from '../codec/check.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { described } from '../profile/described.js'
import { profileCodec } from '../profile/profileCodec.js'
import type { SandboxConfig } from './Sandbox.js'

const clock = check(
  'a clock, with wall, monotonic and scheduler',
  (u): u is Clock =>
    t.UnknownRecord.is(u) && typeof u.wall === 'function' && typeof u.monotonic === 'function' && 'scheduler' in u,
)
const credentials = options('credentials', { clientId: t.string, clientSecret: t.string }, {})

const codec = options(
  'SandboxConfig',
  {},
  {
    seed: integer(0),
    clock,
    profile: profileCodec,
    credentials,
    users: integer(0, 100_000),
    banks: integer(0, 1_000_000),
    transactions: integer(0, 1_000_000_000),
    stocks: integer(0, 10_000),
    tokenLifetime: milliseconds(1),
  },
)

/** A sandbox's configuration with its defaults; throws a `ConfigError` that names what is wrong. */
export const sandboxConfig = (config: SandboxConfig) => {
  const given = decodeOptions(codec, config)
  return {
    seed: given.seed ?? 1,
    clock: given.clock ?? systemClock,
    profile: given.profile ?? described,
    credentials: given.credentials ?? { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' },
    users: given.users ?? 3,
    banks: given.banks ?? 1200,
    transactions: given.transactions ?? 20_000,
    stocks: given.stocks ?? 40,
    tokenLifetime: given.tokenLifetime ?? 2 * 60 * 60 * 1000,
  }
}
