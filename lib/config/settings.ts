import { getOrElse } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { EMPTY, type Observable } from 'rxjs'
import { decode } from '../codec/decode.js'
import { integer } from '../codec/integer.js'
import { leaf } from '../codec/leaf.js'
import { words } from '../codec/messages.js'
import { methods } from '../codec/methods.js'
import { object } from '../codec/object.js'
import { observable } from '../codec/observable.js'
import { oneOf } from '../codec/oneOf.js'
import { permits } from '../http/budget/permits.js'
import type { SharedPermits } from '../http/budget/PermitSource.js'
import { described } from '../profile/described.js'
import { type Limits, limits } from '../profile/limits.js'
import { ownCodecs, profileCodec, rootsOf } from '../profile/profileCodec.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { type ServiceVersion, serviceVersion } from '../profile/ServiceVersion.js'
import type { TokenStore } from '../tokens/TokenStore.js'
import { type Access, accessOf } from './access.js'
import { type ConnectionSettings, connectionSettings, type KnownService } from './connectionSettings.js'

/** The decoded configuration of a client, with all defaults. */
export interface Settings extends ConnectionSettings {
  readonly access: Access
  readonly version: ServiceVersion
  /** When the service ends its support of the stage; `undefined` if the profile does not know. */
  readonly end: { readonly serviceVersion: string; readonly on: string } | undefined
  readonly profile: ServiceProfile
  readonly environment: 'production' | 'sandbox'
  readonly limits: Limits
  readonly permits: SharedPermits | undefined
  readonly maxWaiting: number
  readonly keepAlive: boolean
  readonly tokenStore: TokenStore | undefined
  readonly active$: Observable<boolean>
}

const fields = {
  profile: profileCodec,
  environment: oneOf('production', 'sandbox'),
  limits,
  permits,
  maxWaiting: integer(0),
  codecs: ownCodecs,
  active$: observable<Observable<boolean>>(words('an Observable of booleans')),
}

const tokenStore = methods<TokenStore>(words('a token store, with take, save and forget'), 'take', 'save', 'forget')

/** The roots and the URL in the profile of a configuration. A profile that is invalid fails later, with all its issues. */
const knownService: t.Type<KnownService> = leaf(
  words('a configuration'),
  (u): u is KnownService => object.is(u),
  (u) => {
    const profile = object.is(u) && object.is(u.profile) ? u.profile : described
    return {
      roots: rootsOf(profile),
      url: typeof profile.baseUrl === 'string' ? profile.baseUrl : undefined,
    }
  },
  t.identity,
)

/** Decodes a configuration and fills in the defaults; throws one `ConfigError` that names all that is wrong. */
export const settings = (config: unknown): Settings => {
  const [connection, decoded] = connectionSettings(
    config,
    fields,
    { keepAlive: t.boolean, tokenStore },
    getOrElse((): KnownService => ({ roots: described.roots }))(decode(knownService, config)),
  )
  const profile = decoded.profile ?? described
  const version = serviceVersion(decoded.serviceVersion ?? profile.serviceVersion ?? '2021-06-01', profile.undatedStage)
  const access = accessOf(connection, { profile, version })
  return {
    ...connection,
    requestIdHeader: connection.requestIdHeader ?? profile.requestIdHeader,
    access,
    version,
    end:
      profile.ends !== undefined && version.date === profile.serviceVersion
        ? { serviceVersion: version.date, on: profile.ends }
        : undefined,
    profile: {
      ...profile,
      // A gateway takes the usual methods, and itself uses those of the service.
      ...(access.isGateway && profile.methods ? { methods: {} } : {}),
      codecs: { ...profile.codecs, ...decoded.codecs },
    },
    environment: decoded.environment ?? 'production',
    limits: decoded.limits ?? profile.limits,
    permits: decoded.permits,
    maxWaiting: decoded.maxWaiting ?? 10_000,
    keepAlive: decoded.keepAlive ?? false,
    tokenStore: decoded.tokenStore,
    active$: decoded.active$ ?? EMPTY,
  }
}
