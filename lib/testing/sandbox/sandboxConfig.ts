import * as t from 'io-ts'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { documentedProfile } from '../../service/profile/documentedProfile.js'
import { profileCodec } from '../../service/profile/profileCodec.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import { dialect2025 as newest } from './bridge2025/dialect2025.js'
import type { CustomDialect } from './CustomApiVersion.js'
import { type DialectName, dialects, isDialect } from './dialect/dialects.js'
import type { RowDialect } from './dialect/RowDialect.js'
import type { SandboxConfig } from './Sandbox.js'
import { webhooksConfig } from './WebhooksConfig.js'

const clock = guardCodec(
  'a clock, with wall, monotonic and scheduler',
  (u): u is Clock =>
    t.UnknownRecord.is(u) && typeof u.wall === 'function' && typeof u.monotonic === 'function' && 'scheduler' in u,
)
const credentials = options('credentials', { clientId: t.string, clientSecret: t.string }, {})

const withCodecs = (u: unknown): unknown => (object.is(u) ? { codecs: documentedProfile.codecs, ...u } : u)

/** The codec of a profile. `codecs` may be missing, because the sandbox does not need them. */
const anyProfile = new t.Type<ServiceInterface, unknown>(
  profileCodec.name,
  (u): u is ServiceInterface => profileCodec.is(withCodecs(u)),
  (u, context) => profileCodec.validate(withCodecs(u), context),
  (u) => u,
)

/** The codec of a dialect with its own API version, which a program imports. */
const customDialect = guardCodec(
  'dialect2025',
  (u): u is CustomDialect => object.is(u) && object.is(u.customApiVersion) && Array.isArray(u.customApiVersion.routes),
)

const isCustom = (dialect: RowDialect): dialect is CustomDialect => customDialect.is(dialect)

/** The first API version with its own paths and operations in the sandbox, instead of the profile's. */
const firstCustomApiVersion = '2025-01-15'

const dialectOf = (
  { name, serviceVersion = '' }: ServiceInterface,
  dialect: RowDialect | DialectName | undefined,
): RowDialect => {
  if (typeof dialect === 'object') return dialect
  if (dialect === undefined && !isDialect(name) && serviceVersion >= firstCustomApiVersion)
    return newest as CustomDialect
  return dialects[dialect ?? (isDialect(name) ? name : 'documented')]
}

const codec = options(
  'an object with profile',
  { profile: anyProfile },
  {
    seed: integer(0),
    clock,
    dialect: t.union([t.keyof(dialects), customDialect], `${Object.keys(dialects).join(', ')} or dialect2025`),
    enforceLimits: t.boolean,
    credentials,
    users: integer(0, 100_000),
    banks: integer(0, 1_000_000),
    transactions: integer(0, 1_000_000_000),
    stocks: integer(0, 10_000),
    newItemTransactions: integer(0, 10_000),
    maxUsers: integer(0),
    tokenLifetime: milliseconds(1),
    webhooks: webhooksConfig,
  },
)

/**
 * Validates the configuration of a sandbox and adds the defaults; throws a `ConfigError` that names the invalid fields.
 */
export const sandboxConfig = (config: SandboxConfig) => {
  const decoded = decodeOptions(codec, config)
  const { profile } = decoded
  const dialect = dialectOf(profile, decoded.dialect)
  return {
    seed: decoded.seed ?? 1,
    clock: decoded.clock ?? systemClock,
    profile,
    dialect,
    customApiVersion: isCustom(dialect) ? dialect.customApiVersion : undefined,
    limits: decoded.enforceLimits === true ? profile.limits : {},
    credentials: decoded.credentials ?? { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' },
    users: decoded.users ?? 3,
    banks: decoded.banks ?? 1200,
    transactions: decoded.transactions,
    stocks: decoded.stocks ?? 40,
    newItemTransactions: decoded.newItemTransactions ?? 0,
    maxUsers: decoded.maxUsers ?? Infinity,
    tokenLifetime: decoded.tokenLifetime ?? 2 * 60 * 60 * 1000,
    webhooks: decoded.webhooks,
  }
}
