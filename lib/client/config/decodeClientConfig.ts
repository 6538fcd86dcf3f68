import * as t from 'io-ts'
import { credentials, redactSecret, secretCodec } from '#credentials'
import { hasWrongSlashes, isAltered } from '../../base/codec/exactUrl.js'
import { guardCodec, methodsCodec, notAllowed } from '../../base/codec/guardCodec.js'
import { integer } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { type BaseUrl, baseUrl } from '../../http/baseUrl.js'
import { permits, type SharedPermits } from '../../http/budget/PermitSource.js'
import type { SecretFunction } from '../../http/changingSecret.js'
import { credentialPlacement } from '../../service/profile/credentialPlacement.js'
import { type Limits, limits } from '../../service/profile/rateLimits.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { ServiceVersion } from '../../service/profile/ServiceVersion.js'
import type { TokenStore } from '../../streams/tokens/TokenStore.js'
import {
  clientFields,
  type ClientSettings,
  type DecodedClient,
  type KnownService,
  requiredFields,
  serviceOf,
  withProfile,
} from './clientSettings.js'
import {
  type Access,
  connectionFields,
  type ConnectionSettings,
  type DecodedFields,
  headerText,
  withDefaults,
} from './connectionSettings.js'

/** Describes the fault of a service's address, as a suffix of the expected value. It never quotes the address. */
const urlFault = (address: unknown, roots: ReadonlyArray<string>): string => {
  if (address === undefined) return ''
  if (typeof address !== 'string' || !URL.canParse(address)) return '; this is no absolute URL'
  const { protocol, username, password, search, hash, pathname } = new URL(address)
  const path = pathname.replace(/\/+$/, '')
  const root = roots.find((end) => path.endsWith(end))
  const faults = [
    ...(isAltered(address) ? ['has spaces, line breaks or backslashes'] : []),
    ...(hasWrongSlashes(address) ? ['does not have two slashes after the scheme'] : []),
    ...(protocol === 'https:' ? [] : [protocol === 'http:' ? 'is http to another machine' : 'is of another scheme']),
    ...(username === '' && password === '' ? [] : ['has credentials']),
    ...(search === '' ? [] : ['has a query']),
    ...(hash === '' ? [] : ['has a fragment']),
    ...(root === undefined ? [] : [`ends in ${root}`]),
  ]
  return faults.length === 0 ? '' : `; this ${faults.join(', and ')}`
}

/** The properties of a service that determine how requests reach it. */
interface AccessedService {
  readonly profile: Pick<ServiceInterface, 'credentials' | 'publicSecret' | 'userSecret' | 'versionHeader'>
  readonly version: ServiceVersion
}

/** Access to the service itself, with the credentials of the application. */
const serviceAccess = (settings: ConnectionSettings, { profile, version }: AccessedService): Access => {
  const placement = credentialPlacement(profile, version)
  return {
    isGateway: false,
    headers: { [profile.versionHeader]: version.date },
    query: placement.isEarlier ? { client_id: settings.clientId } : {},
    ...credentials(settings, placement),
  }
}

/** The decoded configuration of a client that enforces limits, with all defaults. */
export interface Settings extends ClientSettings {
  readonly limits: Limits
  readonly permits: SharedPermits | undefined
  readonly maxWaiting: number
  readonly keepAlive: boolean
  readonly tokenStore: TokenStore | undefined
}

/** The codec of the address of a service. */
const serviceUrl = ({ roots, url }: KnownService): t.Type<string> => {
  const expected =
    'an https URL (http only to this machine) without credentials, ' +
    `query, fragment or ${roots.join(' or ')}, which the paths add`
  const is = (u: unknown): u is string => typeof u === 'string' && baseUrl(u, roots) !== undefined
  return new t.Type(
    expected,
    is,
    (u, context) => {
      const value = u ?? url
      const detailed = guardCodec(expected + urlFault(value, roots), is)
      return detailed.validate(value, t.appendContext(context.slice(0, -1), context.at(-1)?.key ?? '', detailed, value))
    },
    t.identity,
  )
}

const fields = {
  ...clientFields,
  limits,
  permits,
  maxWaiting: integer(0),
  keepAlive: t.boolean,
  tokenStore: methodsCodec<TokenStore>('a token store, with take, save and forget', 'take', 'save', 'forget'),
  gateway: notAllowed('no value: createGatewayClient creates the client of a gateway'),
}

interface Address {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret?: string | SecretFunction
}

/** Decodes a configuration and fills in the defaults. Throws one `ConfigError` that names all wrong fields. */
export const decodeClientConfig = (config: unknown): Settings => {
  const service = serviceOf(config)
  const codec = options(
    'an object with profile, clientId and baseUrl',
    { ...requiredFields, baseUrl: serviceUrl(service), clientId: headerText },
    { ...connectionFields, ...fields, clientSecret: secretCodec(config) },
  )
  const decoded = decodeOptions<Address & DecodedClient & DecodedFields<typeof fields>>(codec, config)
  const address = {
    baseUrl: baseUrl(decoded.baseUrl, service.roots) as BaseUrl,
    clientId: decoded.clientId,
    clientSecret: redactSecret(decoded.clientSecret),
  }
  const connection = withDefaults(address, decoded)
  const clientSettings = withProfile(connection, decoded, (known) => serviceAccess(connection, known))
  return {
    ...clientSettings,
    limits: decoded.limits ?? clientSettings.profile.limits,
    permits: decoded.permits,
    maxWaiting: decoded.maxWaiting ?? 10_000,
    keepAlive: decoded.keepAlive ?? false,
    tokenStore: decoded.tokenStore,
  }
}
