import { isRight } from 'fp-ts/lib/Either.js'
import { fromNullable, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import { map as mapRecord } from 'fp-ts/lib/Record.js'
import * as t from 'io-ts'
import { EMPTY, identity, type Observable } from 'rxjs'
import type { Clock } from './clock/Clock.js'
import { systemClock } from './clock/systemClock.js'
import { check } from './codec/check.js'
import { decode } from './codec/decode.js'
import { fn } from './codec/fn.js'
import { integer } from './codec/integer.js'
import { milliseconds } from './codec/milliseconds.js'
import { object } from './codec/object.js'
import { observable } from './codec/observable.js'
import { oneOf } from './codec/oneOf.js'
import { options } from './codec/options.js'
import { plainDate } from './codec/plainDate.js'
import { decodeOptions } from './error/decodeOptions.js'
import { type BaseUrl, baseUrl } from './http/baseUrl.js'
import { gatewayUrl } from './http/gatewayUrl.js'
import type { Http, Policy } from './http/Http.js'
import type { HttpRequest } from './http/HttpRequest.js'
import { ownHeaders } from './http/ownHeaders.js'
import type { RetryConfig } from './http/policies/retry.js'
import { redact, type Redacted } from './model/Redacted.js'
import { isBrowser } from './platform/isBrowser.js'
import { systemRandom } from './platform/systemRandom.js'
import type { OwnCodecs } from './profile/Codecs.js'
import { described } from './profile/described.js'
import { type Limits, limits } from './profile/limits.js'
import { ownCodecs, profileCodec } from './profile/profileCodec.js'
import type { ServiceProfile } from './profile/ServiceProfile.js'
import { type ServiceVersion, serviceVersion } from './profile/ServiceVersion.js'

/** What a client is made from; only `baseUrl` and `clientId` must be given. Times in milliseconds. */
export interface ClientConfig<C extends OwnCodecs = OwnCodecs> {
  /** Where the service is, without `/v2`: `https`, or `http` to this machine. Nothing is sent outside it. */
  readonly baseUrl: string
  /** The application's id. */
  readonly clientId: string
  /** The application's secret; without it banks and categories work. Refused in a browser. */
  readonly clientSecret?: string
  /** A date, `YYYY-MM-DD`, which stands for the newest stage of the interface that is not later; default `2021-06-01`. */
  readonly serviceVersion?: string
  /** What the interface leaves open; default `described`. */
  readonly profile?: ServiceProfile
  /** `sandbox` allows `redirectUrl` on the bank form; default `production`. */
  readonly environment?: 'production' | 'sandbox'
  /** How safe requests are sent again; default `{ count: 4, minDelay: 250, maxDelay: 30000 }`, with full jitter. */
  readonly retry?: Partial<RetryConfig>
  /**
   * How many requests the service answers, such as `{ user: { requests: 60, per: 60_000 } }`; default: the profile's.
   * Requests beyond wait for their turn.
   */
  readonly limits?: Limits
  /** How many requests may wait for their turn, a tenth of the places kept for interactive ones; default 10,000. */
  readonly maxWaiting?: number
  /** How long an attempt may take; default 30,000. */
  readonly timeout?: number
  /** Bytes that an answer may have, decompressed; default 16 MiB. */
  readonly maxBodySize?: number
  /** Codecs that take the place of the profile's. */
  readonly codecs?: C
  /** The transport; default: cross-fetch on Node, the platform's `fetch` elsewhere. */
  readonly http?: Http
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Numbers from 0 to 1, for jitter. */
  readonly random?: () => number
  /**
   * Goes around every request: it sees each one once, however often that is sent, before it carries credentials; of a
   * watcher it sees each question. Such as that of `createTelemetry()` of `rxbank/opentelemetry`.
   */
  readonly policy?: Policy
  /** Whether a subscribed `token$` keeps a Node process alive while it has nothing to do; default `false`. */
  readonly keepAlive?: boolean
  /**
   * While its latest value is `false`, such as that of `pageActivity()`, watchers ask nothing and a subscribed `token$`
   * renews nothing. What is in flight goes on, and requests of your own go out. Then what is due comes once, at once.
   *
   * Subscribed to only while something waits or asks unasked, so it must tell each subscriber at once; who says nothing,
   * errors or completes, holds nothing back.
   */
  readonly active$?: Observable<boolean>
}

/**
 * What a client of a gateway is made from; only `gateway` must be given. It takes what other clients take, but for what
 * is about credentials.
 */
export interface GatewayConfig<C extends OwnCodecs = OwnCodecs> extends Omit<
  ClientConfig<C>,
  'baseUrl' | 'clientId' | 'clientSecret' | 'keepAlive'
> {
  /**
   * Where the app's own server has its gateway, without `/v2`: a path of the page's origin, such as `/api/bank`; where
   * there is no page, as on a server that renders one, a URL: `https`, or `http` to this machine.
   */
  readonly gateway: string
  /** Headers of every request, such as the `Cookie` that a server renders a page for; a browser sends its own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly baseUrl?: undefined
  readonly clientId?: undefined
  readonly clientSecret?: undefined
}

/** A configuration, decoded and whole: every default is here. */
export interface Settings {
  /** At a gateway the headers that it is sent; it has no credentials. */
  readonly gateway: Option<HttpRequest['headers']>
  readonly baseUrl: BaseUrl
  readonly clientId: string
  readonly clientSecret: Option<Redacted<string>>
  readonly version: ServiceVersion
  readonly profile: ServiceProfile
  readonly environment: 'production' | 'sandbox'
  readonly retry: RetryConfig
  readonly limits: Limits
  readonly maxWaiting: number
  readonly timeout: number
  readonly maxBodySize: number
  readonly http: Option<Http>
  readonly clock: Clock
  readonly random: () => number
  readonly policy: Policy
  readonly keepAlive: boolean
  readonly active$: Observable<boolean>
}

const headerText = check(
  'printable characters without spaces',
  (u): u is string => typeof u === 'string' && /^[\x21-\x7e]+$/.test(u),
)
const serviceUrl = check(
  'an https URL (http only to this machine) without credentials, query, fragment or /v2, which the paths add',
  (u): u is string => typeof u === 'string' && baseUrl(u) !== undefined,
)
const hints = observable<Observable<unknown>>('')
const clockLike = check(
  'a clock, with wall, monotonic and scheduler; wake$, if any, an Observable',
  (u): u is Clock =>
    object.is(u) &&
    typeof u.wall === 'function' &&
    typeof u.monotonic === 'function' &&
    object.is(u.scheduler) &&
    (u.wake$ === undefined || hints.is(u.wake$)),
)
const gatewayAddress = check(
  "a path of the page's own origin, without /v2, such as /api/bank; off a page, an https URL (http only to this machine)",
  (u): u is string => typeof u === 'string' && gatewayUrl(u) !== undefined,
)
const refused = (expected: string) => check(expected, (_): _ is undefined => false)
const noSecret = refused(
  'no secret in a browser, where everyone can read it: keep it on a server of your own, and set gateway',
)
const notBeside = refused('nothing beside gateway: its server knows the service, and keeps the credentials')

const common = {
  serviceVersion: plainDate,
  profile: profileCodec,
  environment: oneOf('production', 'sandbox'),
  retry: options(
    'an object with count, minDelay and maxDelay',
    {},
    { count: integer(0, 100), minDelay: milliseconds(0), maxDelay: milliseconds(0) },
  ),
  limits,
  maxWaiting: integer(0),
  timeout: milliseconds(1),
  maxBodySize: integer(1),
  codecs: ownCodecs,
  http: fn<Http>('a transport, a function from a request to an Observable'),
  clock: clockLike,
  random: fn<() => number>('a function to a number from 0 to 1'),
  policy: fn<Policy>('a policy, a function from a transport to a transport'),
  active$: observable<Observable<boolean>>('an Observable of booleans'),
}

const gatewayConfig = options(
  'an object with gateway',
  { gateway: gatewayAddress },
  { ...common, headers: ownHeaders('cookie'), baseUrl: notBeside, clientId: notBeside, clientSecret: notBeside },
)

const clientConfig = () =>
  options(
    'an object with baseUrl and clientId, or with gateway',
    { baseUrl: serviceUrl, clientId: headerText },
    { ...common, clientSecret: isBrowser() ? noSecret : headerText, keepAlive: t.boolean, gateway: notBeside },
  )

const withGateway = check('', (u): u is object => object.is(u) && u.gateway !== undefined)

/** Decodes a configuration and fills in the defaults; throws one `ConfigError` that names all that is wrong. */
export const settings = (config: unknown): Settings => {
  const isGateway = isRight(decode(withGateway, config))
  const decoded = isGateway ? decodeOptions(gatewayConfig, config) : decodeOptions(clientConfig(), config)
  const profile = decoded.profile ?? described
  const address =
    decoded.gateway === undefined
      ? {
          gateway: none,
          baseUrl: baseUrl(decoded.baseUrl) as BaseUrl,
          clientId: decoded.clientId,
          clientSecret: map(redact<string>)(fromNullable(decoded.clientSecret)),
          keepAlive: decoded.keepAlive ?? false,
        }
      : {
          gateway: some(mapRecord(redact<string>)(decoded.headers ?? {})),
          baseUrl: gatewayUrl(decoded.gateway) as BaseUrl,
          clientId: '',
          clientSecret: none,
          keepAlive: false,
        }
  return {
    ...address,
    version: serviceVersion(decoded.serviceVersion ?? '2021-06-01', profile.undatedStage),
    profile: { ...profile, codecs: { ...profile.codecs, ...decoded.codecs } },
    environment: decoded.environment ?? 'production',
    retry: { count: 4, minDelay: 250, maxDelay: 30_000, ...decoded.retry },
    limits: decoded.limits ?? profile.limits,
    maxWaiting: decoded.maxWaiting ?? 10_000,
    timeout: decoded.timeout ?? 30_000,
    maxBodySize: decoded.maxBodySize ?? 16 * 1024 * 1024,
    http: fromNullable(decoded.http),
    clock: decoded.clock ?? systemClock,
    random: decoded.random ?? systemRandom,
    policy: decoded.policy ?? identity,
    active$: decoded.active$ ?? EMPTY,
  }
}
