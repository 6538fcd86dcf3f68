import type { Observable } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import type { SharedPermits } from '../http/budget/PermitSource.js'
import type { Http, Policy } from '../http/Http.js'
import type { RetryConfig } from '../http/policies/retry.js'
import type { OwnCodecs, Resources } from '../profile/Codecs.js'
import type { Limits } from '../profile/limits.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import type { TokenStore } from '../tokens/TokenStore.js'

/**
 * What a client is made from; only `clientId` must be given, and `baseUrl` where the profile names none. Times in
 * milliseconds.
 */
export interface ClientConfig<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources> {
  /**
   * Where the service is, without the root of its paths, such as `/v2`: `https`, or `http` to this machine; default: the
   * profile's. Nothing is sent outside it.
   */
  readonly baseUrl?: string
  /** The application's id. */
  readonly clientId: string
  /**
   * The application's secret; without it banks and categories work. Refused in a browser.
   *
   * A function gives the one of now, of which an Observable's first value counts. It is asked at each authentication, and
   * after a 401; in between, the secret that made the newest token serves while that token lives.
   */
  readonly clientSecret?: string | (() => string | PromiseLike<string> | Observable<string>)
  /** A date, `YYYY-MM-DD`, which stands for the newest stage of the interface that is not later; default: the profile's. */
  readonly serviceVersion?: string
  /** What the interface leaves open: that of a deployment, such as `bridge2021`, or your own; default `described`. */
  readonly profile?: ServiceProfile<R>
  /** `sandbox` allows `redirectUrl` on the bank form; default `production`. */
  readonly environment?: 'production' | 'sandbox'
  /** How safe requests are sent again; default `{ count: 4, minDelay: 250, maxDelay: 30000 }`, with full jitter. */
  readonly retry?: Partial<RetryConfig>
  /**
   * How many requests the service answers, such as `{ user: { requests: 60, per: 60_000 } }`; default: the profile's.
   * Requests beyond wait for their turn.
   */
  readonly limits?: Limits
  /**
   * Where the application's permits come from, in place of `limits.application`: for clients in many processes that share
   * one limit, such as `createPermits()` of `rxbank/postgres`; default: the client counts its own requests.
   */
  readonly permits?: SharedPermits
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
  /**
   * Goes around every attempt, next to the transport: it sees what is sent each time, with its credentials, and answers
   * of any status. Such as one that signs requests.
   */
  readonly attemptPolicy?: Policy
  /**
   * The header that carries an id of each attempt, which the client makes, such as `X-Request-Id`; default: the profile's,
   * else none. A request with this header of its own keeps it.
   */
  readonly requestIdHeader?: string
  /**
   * The headers of answers that errors and `Responded` events tell, 16 at most, such as that of the service's own id of a
   * request; default: none.
   */
  readonly responseHeaders?: ReadonlyArray<string>
  /**
   * Keeps the tokens of users outside the process, so that one authentication of a user serves all processes; default:
   * each client authenticates for itself, as it does for users by password.
   */
  readonly tokenStore?: TokenStore
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
export interface GatewayConfig<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources> extends Omit<
  ClientConfig<C, R>,
  'baseUrl' | 'clientId' | 'clientSecret' | 'keepAlive' | 'tokenStore'
> {
  /**
   * Where the app's own server has its gateway, without the root of the paths: a path of the page's origin, such as
   * `/api/bank`; where there is no page, as on a server that renders one, a URL: `https`, or `http` to this machine.
   */
  readonly gateway: string
  /** Headers of every request, such as the `Cookie` that a server renders a page for; a browser sends its own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly baseUrl?: undefined
  readonly clientId?: undefined
  readonly clientSecret?: undefined
}
