import { getOrElse } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { EMPTY, type Observable } from 'rxjs'
import { plainDate } from '../../base/codec/calendar.js'
import { decode } from '../../base/codec/decode.js'
import { createCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { ownCodecs, profileCodec, rootsOf } from '../../service/profile/profileCodec.js'
import { defaultRoots } from '../../service/profile/roots.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import { type ServiceVersion, serviceVersion } from '../../service/profile/ServiceVersion.js'
import type { Access, connectionFields, ConnectionSettings, DecodedFields } from './connectionSettings.js'

/** The decoded configuration of a client, of a service or of a gateway, with all defaults. */
export interface ClientSettings extends ConnectionSettings {
  readonly access: Access
  readonly version: ServiceVersion
  /** When the service stops supporting the API version; `undefined` if the profile does not know. */
  readonly sunset: { readonly serviceVersion: string; readonly date: string } | undefined
  readonly profile: ServiceProfile
  readonly environment: 'production' | 'sandbox'
  readonly active$: Observable<boolean>
}

/** The required field of every client. */
export const requiredFields = { profile: profileCodec }

/** The fields of every client, in addition to the fields of every connection. */
export const clientFields = {
  serviceVersion: plainDate,
  environment: oneOf('production', 'sandbox'),
  codecs: ownCodecs,
  active$: observableCodec<Observable<boolean>>('an Observable of booleans'),
}

/** The decoded fields of every client. */
export type DecodedClient = DecodedFields<typeof connectionFields & typeof clientFields> & {
  readonly profile: ServiceProfile
}

/**
 * The properties of a service that its profile determines: the roots of its paths, and its URL if the profile has one.
 */
export interface KnownService {
  readonly roots: ReadonlyArray<string>
  readonly url?: string | undefined
}

const knownService: t.Type<KnownService> = createCodec(
  'a configuration',
  (u): u is KnownService => object.is(u),
  (u) => {
    const profile = object.is(u) && object.is(u.profile) ? u.profile : {}
    return {
      roots: rootsOf(profile),
      url: typeof profile.baseUrl === 'string' ? profile.baseUrl : undefined,
    }
  },
  t.identity,
)

/**
 * The roots and the URL in the profile of a configuration. A profile that is invalid fails later, with all its issues.
 */
export const serviceOf = (config: unknown): KnownService =>
  getOrElse((): KnownService => ({ roots: defaultRoots }))(decode(knownService, config))

/** The name of the profile that a gateway must have; `undefined` for `documentedProfile`, which works with any. */
export const gatewayProfileName = ({ name }: Pick<ClientSettings['profile'], 'name'>): string | undefined =>
  name === 'documented' ? undefined : name

/** The settings of a client: from its connection, from its profile, and the access that `selectAccess` returns. */
export const withProfile = (
  connection: ConnectionSettings,
  decoded: DecodedClient,
  selectAccess: (service: Pick<ClientSettings, 'profile' | 'version'>) => Access,
): ClientSettings => {
  const { profile } = decoded
  const version = serviceVersion(
    decoded.serviceVersion ?? profile.serviceVersion ?? '2021-06-01',
    profile.undatedApiVersion,
  )
  const access = selectAccess({ profile, version })
  return {
    ...connection,
    requestIdHeader: connection.requestIdHeader ?? profile.requestIdHeader,
    limitHeaders: profile.limitHeaders ?? connection.limitHeaders,
    access,
    version,
    sunset:
      profile.sunset !== undefined && version.date === profile.serviceVersion
        ? { serviceVersion: version.date, date: profile.sunset }
        : undefined,
    profile: {
      ...profile,
      // A gateway accepts the usual methods, and itself uses the service's methods.
      ...(access.isGateway && profile.methods ? { methods: {} } : {}),
      codecs: { ...profile.codecs, ...decoded.codecs },
    },
    environment: decoded.environment ?? 'production',
    active$: decoded.active$ ?? EMPTY,
  }
}
