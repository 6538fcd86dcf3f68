import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { functionCodec, guardCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { systemRandom } from '../../base/platform/random.js'
import type { BaseUrl } from '../../http/baseUrl.js'
import { type Http, type Policy, transportLike } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { RetryConfig } from '../../http/policies/retry.js'
import { throughGateway } from '../../http/policies/throughGateway.js'
import { keptHeaderNames } from '../../http/selectResponseHeaders.js'
import { commonLimitHeaders, type RateLimitHeaders } from '../../service/profile/limitHeaders.js'
import { requestIdHeader } from '../../service/profile/requestIdHeader.js'
import type { ClientSecret, Credentials } from './CredentialSettings.js'

/** A text that any header can carry: printable ASCII without spaces. */
export const headerText = /* @__PURE__ */ guardCodec(
  'printable characters without spaces',
  (u): u is string => typeof u === 'string' && /^[\x21-\x7e]+$/.test(u),
)

/** How requests reach the service: with the credentials of the application, or through a gateway, which adds them. */
export interface Access extends Credentials {
  /** Whether there is a gateway. If so, only the gateway knows the user and the tokens. */
  readonly isGateway: boolean
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Query parameters that are added to the URL of every request. */
  readonly query: Readonly<Record<string, string>>
}

/**
 * Access through a gateway, with these headers and without credentials. `profile` is the name that the gateway's
 * profile must have.
 */
export const gatewayAccess = (headers: HttpRequest['headers'], profile?: string): Access => ({
  isGateway: true,
  headers: {},
  query: {},
  policy: throughGateway(headers, profile),
})

/** The decoded configuration of a connection, with all defaults. */
export interface ConnectionSettings {
  /** Empty for a gateway, which adds the credentials itself; `clientSecret` is `None` then. */
  readonly clientId: string
  readonly clientSecret: Option<ClientSecret>
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
  readonly limitHeaders: ReadonlyArray<RateLimitHeaders>
  readonly responseHeaders: ReadonlyArray<string>
}

/** The fields of a decoded configuration that differ between a service and a gateway. */
type Address = Pick<ConnectionSettings, 'baseUrl' | 'clientId' | 'clientSecret'>

const policyLike = functionCodec<Policy>('a policy, a function from a transport to a transport')

/** The fields of every connection. */
export const connectionFields = {
  retry: options(
    'an object with count, minDelay and maxDelay',
    {},
    { count: integer(0, 100), minDelay: milliseconds(0), maxDelay: milliseconds(0) },
  ),
  timeout: milliseconds(1),
  maxBodySize: integer(1),
  http: transportLike,
  clock: clockCodec,
  random: functionCodec<() => number>('a function to a number from 0 to 1'),
  policy: policyLike,
  attemptPolicy: policyLike,
  requestIdHeader,
  responseHeaders: keptHeaderNames,
}

/** The decoded values of codecs of options. */
export type DecodedFields<F extends t.Props> = { readonly [K in keyof F]?: t.TypeOf<F[K]> }

const defaults = {
  timeout: 30_000,
  maxBodySize: 16 * 1024 * 1024,
  clock: systemClock,
  random: systemRandom,
  policy: t.identity,
  attemptPolicy: t.identity,
  requestIdHeader: undefined,
  limitHeaders: commonLimitHeaders,
  responseHeaders: [],
}

/** The settings of a connection to an address: the decoded options, with defaults for missing ones. */
export const withDefaults = (
  address: Address,
  decoded: DecodedFields<typeof connectionFields>,
): ConnectionSettings => ({
  ...defaults,
  ...decoded,
  ...address,
  retry: { count: 4, minDelay: 250, maxDelay: 30_000, ...decoded.retry },
  http: fromNullable(decoded.http),
})
