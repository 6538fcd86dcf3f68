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
 * The configuration of a client; `profile` and `clientId` are required, and `baseUrl` if the profile has none. Times are in
 * milliseconds.
 */
export interface ClientConfig<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources> {
  /**
   * The URL of the service, without the root of its paths, such as `/v2`: `https`, or `http` to this machine; default: the
   * profile's. Requests are sent only to URLs below it.
   */
  readonly baseUrl?: string
  /** The application's id. */
  readonly clientId: string
  /**
   * The application's secret. Without it, only banks, categories and users with `token$` work. In a browser it is refused,
   * except the secret of a sandbox together with the `http` of the same sandbox.
   *
   * If the secret may change, pass a function that returns the current one, or a Promise or an Observable of it, whose first
   * value counts. The function is called at each authentication and after a 401. In between, the secret with which the
   * newest token was issued is used as long as that token is valid.
   */
  readonly clientSecret?: string | (() => string | PromiseLike<string> | Observable<string>)
  /** A date, `YYYY-MM-DD`: the client uses the newest API version up to this date; default: the profile's. */
  readonly serviceVersion?: string
  /**
   * The profile of the deployment: `bridge2025`, `bridge2021` or `bridge2018` of `rxbank/bridge`, `documentedProfile`, or
   * your own. It has the API version, the address, and what the documentation of the API leaves open.
   */
  readonly profile: ServiceProfile<R>
  /** `sandbox` allows `redirectUrl` on the bank form; default `production`. */
  readonly environment?: 'production' | 'sandbox'
  /** How idempotent requests are retried; default `{ count: 4, minDelay: 250, maxDelay: 30000 }`, with full jitter. */
  readonly retry?: Partial<RetryConfig>
  /**
   * The service's rate limits, such as `{ user: { requests: 60, per: 60_000 } }`; default: the profile's. Requests beyond
   * the limits wait in a queue.
   */
  readonly limits?: Limits
  /**
   * The source of the application's permits, instead of `limits.application`: for clients in many processes that share one
   * limit, such as `createPermits()` of `rxbank/postgres`; default: the client counts its own requests.
   */
  readonly permits?: SharedPermits
  /** How many requests may wait in the queue; default 10,000. A tenth of the places is reserved for interactive requests. */
  readonly maxWaiting?: number
  /** How long an attempt may take; default 30,000. */
  readonly timeout?: number
  /** The maximum size of a response's decompressed body, in bytes; default 16 MiB. */
  readonly maxBodySize?: number
  /** Codecs that replace the profile's. */
  readonly codecs?: C
  /** The transport; default: cross-fetch on Node, the platform's `fetch` elsewhere. */
  readonly http?: Http
  /** The clock; default: the system's. */
  readonly clock?: Clock
  /** Returns random numbers from 0 to 1, for jitter; default: `Math.random`. */
  readonly random?: () => number
  /**
   * A policy around every request, such as that of `createTelemetry()` of `rxbank/opentelemetry`. It gets each request once,
   * without credentials, even if the request is retried. If a watcher retries, the policy gets each of its attempts.
   */
  readonly policy?: Policy
  /**
   * A policy around every attempt, next to the transport, such as one that signs requests. It receives each attempt
   * with its credentials, and every response, whatever its status.
   */
  readonly attemptPolicy?: Policy
  /**
   * The header in which the client sends an id for each attempt, such as `X-Request-Id`; default: the profile's, else none.
   * If a request has this header already, its value is kept.
   */
  readonly requestIdHeader?: string
  /**
   * The headers of responses that errors and `Responded` events contain, 16 at most, such as the one with the service's
   * own id of a request; default: none.
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
   * It is subscribed to only while such a request or renewal is due or such a request is in flight, so it must emit its
   * latest value to each subscriber at once. Without a value, after an error and after completion, nothing waits.
   */
  readonly active$?: Observable<boolean>
}

/**
 * The configuration of a client of a gateway; `profile` and `gateway` are required. It has the options of other clients,
 * except those about credentials and limits, which are the gateway's.
 */
export interface GatewayConfig<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources> extends Omit<
  ClientConfig<C, R>,
  'baseUrl' | 'clientId' | 'clientSecret' | 'keepAlive' | 'limits' | 'maxWaiting' | 'permits' | 'tokenStore'
> {
  /**
   * The address of the gateway on the app's own server, without the root of the paths: a path of the page's origin, such as
   * `/api/bank`. Outside of a page, as on a server that renders pages, it must be a URL: `https`, or `http` to this machine.
   */
  readonly gateway: string
  /** Headers of every request, such as the user's `Cookie` when a server renders a page; browsers add their own. */
  readonly headers?: Readonly<Record<string, string>>
}
