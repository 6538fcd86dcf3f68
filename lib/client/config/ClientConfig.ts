import type { Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { SharedPermits } from '../../http/budget/PermitSource.js'
import type { Http, Policy } from '../../http/Http.js'
import type { RetryConfig } from '../../http/policies/retry.js'
import type { OwnCodecs, Resources } from '../../service/profile/Codecs.js'
import type { Limits } from '../../service/profile/rateLimits.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { TokenStore } from '../../streams/tokens/TokenStore.js'

/**
 * The configuration of a client; only `clientId` is required, and `baseUrl` if the profile has none. Times in
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
   * The application's secret; without it only banks and categories work. Refused in a browser, except the secret of a sandbox
   * together with the `http` of the same sandbox.
   *
   * A function returns the current secret; of an Observable the first value counts. It is called at each authentication,
   * and after a 401. In between, the secret with which the newest token was issued is used as long as that token is valid.
   */
  readonly clientSecret?: string | (() => string | PromiseLike<string> | Observable<string>)
  /** A date, `YYYY-MM-DD`, which stands for the newest stage of the API that is not later; default: the profile's. */
  readonly serviceVersion?: string
  /** What the documentation of the API leaves open: the profile of a deployment, such as `bridge2021`, or your own; default `defaultProfile`. */
  readonly profile?: ServiceProfile<R>
  /** `sandbox` allows `redirectUrl` on the bank form; default `production`. */
  readonly environment?: 'production' | 'sandbox'
  /** How safe requests are sent again; default `{ count: 4, minDelay: 250, maxDelay: 30000 }`, with full jitter. */
  readonly retry?: Partial<RetryConfig>
  /**
   * How many requests the service answers, such as `{ user: { requests: 60, per: 60_000 } }`; default: the profile's.
   * Requests beyond the limits wait in a queue.
   */
  readonly limits?: Limits
  /**
   * Where the application's permits come from, instead of `limits.application`: for clients in many processes that share
   * one limit, such as `createPermits()` of `rxbank/postgres`; default: the client counts its own requests.
   */
  readonly permits?: SharedPermits
  /** How many requests may wait in the queue, a tenth of the places reserved for interactive ones; default 10,000. */
  readonly maxWaiting?: number
  /** How long an attempt may take; default 30,000. */
  readonly timeout?: number
  /** Bytes that an answer may have, decompressed; default 16 MiB. */
  readonly maxBodySize?: number
  /** Codecs that take the place of the profile's. */
  readonly codecs?: C
  /** The transport; default: cross-fetch on Node, the platform's `fetch` elsewhere. */
  readonly http?: Http
  /** Where all time comes from; default: the system's clock. */
  readonly clock?: Clock
  /** Numbers from 0 to 1, for jitter. */
  readonly random?: () => number
  /**
   * A policy around every request, such as that of `createTelemetry()` of `rxbank/opentelemetry`. It sees each request once,
   * however often that is sent, and without credentials; of a watcher it sees each request separately.
   */
  readonly policy?: Policy
  /**
   * A policy around every attempt, next to the transport, such as one that signs requests. It sees each attempt as it is
   * sent, with its credentials, and answers of any status.
   */
  readonly attemptPolicy?: Policy
  /**
   * The header that carries an id of each attempt, which the client makes, such as `X-Request-Id`; default: the profile's,
   * else none. A request with this header of its own keeps it.
   */
  readonly requestIdHeader?: string
  /**
   * The headers of answers that errors and `Responded` events contain, 16 at most, such as the one with the service's own
   * id of a request; default: none.
   */
  readonly responseHeaders?: ReadonlyArray<string>
  /**
   * Stores the tokens of users outside the process, so that all processes share one authentication of a user; default: each
   * client authenticates by itself. It always does for users with a password.
   */
  readonly tokenStore?: TokenStore
  /** Whether the timer of a subscribed `token$` keeps a Node process alive; default `false`. */
  readonly keepAlive?: boolean
  /**
   * While its latest value is `false`, watchers send no requests and a subscribed `token$` is not renewed; an example is
   * `pageActivity()`. Requests in flight continue, and other requests are sent. After `true`, rounds and renewals that have
   * become due begin at once.
   *
   * Subscribed to only while it matters, so it must emit its latest value to each subscriber at once. Without a value, after
   * an error and after completion, nothing waits.
   */
  readonly active$?: Observable<boolean>
}

/**
 * The configuration of a client of a gateway; only `gateway` is required. It has the options of other clients, except
 * those about credentials.
 */
export interface GatewayConfig<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources> extends Omit<
  ClientConfig<C, R>,
  'baseUrl' | 'clientId' | 'clientSecret' | 'keepAlive' | 'tokenStore'
> {
  /**
   * The address of the gateway on the app's own server, without the root of the paths: a path of the page's origin, such as
   * `/api/bank`. Where there is no page, as on a server that renders pages, a URL: `https`, or `http` to this machine.
   */
  readonly gateway: string
  /** Headers of every request, such as the user's `Cookie` when a server renders a page; browsers add their own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly baseUrl?: undefined
  readonly clientId?: undefined
  readonly clientSecret?: undefined
}
