import { isRight } from 'fp-ts/lib/Either.js'
import { fromNullable, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import { map as mapRecord } from 'fp-ts/lib/Record.js'
import * as t from 'io-ts'
import { identity } from 'rxjs'
import { hidden, secretCodec } from '#credentials'
import type { Clock } from '../clock/Clock.js'
import { clockLike } from '../clock/clockLike.js'
import { systemClock } from '../clock/systemClock.js'
import { check } from '../codec/check.js'
import { decode } from '../codec/decode.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { inWords, words } from '../codec/messages.js'
import { milliseconds } from '../codec/milliseconds.js'
import { object } from '../codec/object.js'
import { options } from '../codec/options.js'
import { plainDate } from '../codec/plainDate.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { type BaseUrl, baseUrl } from '../http/baseUrl.js'
import type { GiveSecret } from '../http/changingSecret.js'
import type { Http, Policy } from '../http/Http.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import { keptNames } from '../http/keptHeaders.js'
import { ownHeaders } from '../http/ownHeaders.js'
import type { RetryConfig } from '../http/policies/retry.js'
import { transportLike } from '../http/transportLike.js'
import { redact } from '../model/Redacted.js'
import { systemRandom } from '../platform/systemRandom.js'
import { requestIdHeader } from '../profile/requestIdHeader.js'
import type { ClientSecret } from './CredentialSettings.js'
import { gatewayUrl } from './gatewayUrl.js'
import { headerText } from './headerText.js'
import { refused } from './refused.js'
import { urlFault } from './urlFault.js'

/** The decoded configuration of a connection, with all defaults. */
export interface ConnectionSettings {
  /** Empty for a gateway, which adds the credentials itself; `clientSecret` is `None` then. */
  readonly clientId: string
  readonly clientSecret: Option<ClientSecret>
  /** The additional headers of every request to the gateway; `None` without a gateway. {@link accessOf} reads this. */
  readonly gateway: Option<HttpRequest['headers']>
  readonly baseUrl: BaseUrl
  readonly retry: RetryConfig
  readonly timeout: number
  readonly maxBodySize: number
  readonly http: Option<Http>
  readonly clock: Clock
  readonly random: () => number
  readonly policy: Policy
  readonly attemptPolicy: Policy
  readonly requestIdHeader: string | undefined
  readonly responseHeaders: ReadonlyArray<string>
}

/** The properties of a service that its profile determines: the roots of its paths, and its URL if the profile has one. */
export interface KnownService {
  readonly roots: ReadonlyArray<string>
  readonly url?: string | undefined
}
/** The codec of the address of a service. */
const serviceUrl = ({ roots, url }: KnownService): t.Type<string> => {
  const given = check(
    words(
      'an https URL (http only to this machine) without credentials, ' +
        `query, fragment or ${roots.join(' or ')}, which the paths add`,
    ),
    (u): u is string => typeof u === 'string' && baseUrl(u, roots) !== undefined,
  )
  return new t.Type(
    given.name,
    given.is,
    (u, context) => {
      const value = u ?? url
      if (given.is(value)) return t.success(value)
      const told = check(given.name + inWords(() => urlFault(value, roots)), given.is)
      return t.failure(value, [...context.slice(0, -1), { key: context.at(-1)?.key ?? '', type: told, actual: value }])
    },
    t.identity,
  )
}
const gatewayAddress = (roots: ReadonlyArray<string>) =>
  check(
    words(
      `a path of the page's own origin, without ${roots.join(' or ')}, such as /api/bank; ` +
        'off a page, an https URL (http only to this machine)',
    ),
    (u): u is string => typeof u === 'string' && gatewayUrl(u, roots) !== undefined,
  )
const notBeside = refused(words('nothing beside gateway: its server knows the service, and keeps the credentials'))

const policyLike = fn<Policy>(words('a policy, a function from a transport to a transport'))

const fields = {
  serviceVersion: plainDate,
  retry: options(
    words('an object with count, minDelay and maxDelay'),
    {},
    { count: integer(0, 100), minDelay: milliseconds(0), maxDelay: milliseconds(0) },
  ),
  timeout: milliseconds(1),
  maxBodySize: integer(1),
  http: transportLike,
  clock: clockLike,
  random: fn<() => number>(words('a function to a number from 0 to 1')),
  policy: policyLike,
  attemptPolicy: policyLike,
  requestIdHeader,
  responseHeaders: keptNames,
}

const withGateway = check('', (u): u is object => object.is(u) && u.gateway !== undefined)

type Given<F extends t.Props> = { readonly [K in keyof F]?: t.TypeOf<F[K]> }

type Address =
  | { readonly gateway: string; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly gateway?: undefined
      readonly baseUrl: string
      readonly clientId: string
      readonly clientSecret?: string | GiveSecret
    }

/**
 * Decodes a configuration with the fields of every connection and further ones; those of `ofClients` are allowed only
 * without a gateway. Throws one `ConfigError` that names all wrong fields.
 */
export const connectionSettings = <F extends t.Props, C extends t.Props>(
  config: unknown,
  more: F,
  ofClients: C,
  known: KnownService,
): [settings: ConnectionSettings, decoded: Given<typeof fields & F & C>] => {
  const common = { ...fields, ...more }
  const gatewayConfig = options(
    words('an object with gateway'),
    { gateway: gatewayAddress(known.roots) },
    { ...common, headers: ownHeaders('cookie'), baseUrl: notBeside, clientId: notBeside, clientSecret: notBeside },
  )
  const clientConfig = options(
    words('an object with baseUrl and clientId, or with gateway'),
    { baseUrl: serviceUrl(known), clientId: headerText },
    { ...common, ...ofClients, clientSecret: secretCodec(config), gateway: notBeside },
  )
  const isGateway = isRight(decode(withGateway, config))
  const decoded = decodeOptions<Address & Given<typeof fields>>(isGateway ? gatewayConfig : clientConfig, config)
  const address =
    decoded.gateway === undefined
      ? {
          gateway: none,
          baseUrl: baseUrl(decoded.baseUrl, known.roots) as BaseUrl,
          clientId: decoded.clientId,
          clientSecret: map(hidden)(fromNullable(decoded.clientSecret)),
        }
      : {
          gateway: some(mapRecord(redact<string>)(decoded.headers ?? {})),
          baseUrl: gatewayUrl(decoded.gateway, known.roots) as BaseUrl,
          clientId: '',
          clientSecret: none,
        }
  const settings = {
    ...address,
    retry: { count: 4, minDelay: 250, maxDelay: 30_000, ...decoded.retry },
    timeout: decoded.timeout ?? 30_000,
    maxBodySize: decoded.maxBodySize ?? 16 * 1024 * 1024,
    http: fromNullable(decoded.http),
    clock: decoded.clock ?? systemClock,
    random: decoded.random ?? systemRandom,
    policy: decoded.policy ?? identity,
    attemptPolicy: decoded.attemptPolicy ?? identity,
    requestIdHeader: decoded.requestIdHeader,
    responseHeaders: decoded.responseHeaders ?? [],
  }
  return [settings, decoded]
}
