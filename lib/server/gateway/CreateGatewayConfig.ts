import type { ObservableInput } from 'rxjs'
import { functionCodec } from '../../base/codec/functionCodec.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { integer } from '../../base/codec/integer.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { UserIdentity } from '../../service/api/authenticate.js'
import { printError } from './printError.js'

/** The user who is logged in, as an identity of the service; `null` or `undefined` if nobody is logged in. */
export type Visitor = UserIdentity | null | undefined

/** The limits that a gateway has for each user. */
export interface UserAllowance {
  /** Requests in any `per` milliseconds; default 300. */
  readonly requests?: number
  /** The milliseconds that `requests` is counted over; default 60,000. */
  readonly per?: number
  /** Requests that may be in flight at once; default 20. */
  readonly inFlight?: number
  /** How many links to other pages are stored; default 1,000. */
  readonly handles?: number
}

/** The limits that a gateway has for all users together. */
export interface TotalAllowance {
  /** Requests that may be in flight at once; default 1,000. */
  readonly inFlight?: number
  /** How many links to other pages are stored; default 100,000. */
  readonly handles?: number
}

/** The configuration of a gateway; only `authorize` is required. Times are in milliseconds. */
export interface CreateGatewayConfig<C = unknown> {
  /**
   * Says whose data a request may read, by the app's own login: an identity that the service knows, or `null` or
   * `undefined` if nobody is logged in, which the gateway answers with 401. It may return a value, a Promise or an
   * Observable, of which the first value counts. If it fails, the answer is a 500 without details. When the browser
   * disconnects, the signal of the request aborts, and an Observable is unsubscribed from.
   *
   * - `context`: the handler's second argument, such as Node's own request by `toNodeHandler`.
   */
  readonly authorize: (request: Request, context: C) => Visitor | ObservableInput<Visitor>
  /**
   * The path of the gateway, such as `/api/bank`; default none. It is needed if the URL of requests includes it; if a
   * framework removes it, as Express does, it has no effect.
   */
  readonly prefix?: string
  /**
   * The origin that browsers see, such as `https://app.example`; default: the origin of the request's URL. It is needed
   * behind a proxy that changes that URL.
   */
  readonly origin?: string
  readonly perUser?: UserAllowance
  readonly inAll?: TotalAllowance
  /** How long a link is stored after it was last given or used; default an hour. */
  readonly handleLifetime?: number
  /**
   * The time within which the gateway answers. `authorize`, the wait for a token, and the request to the service may
   * take four fifths of it each. Default 25,000, so that a browser which waits for 30,000 gets the error.
   */
  readonly timeout?: number
  /**
   * Called with the errors of `authorize`, and with errors of the client that are not transient, such as credentials
   * that the service refuses; default: prints them on the console. If it throws, RxJS reports an unhandled error, which
   * ends a Node process: see RxJS's `onUnhandledError`.
   */
  readonly onError?: (error: unknown) => void
}

const path = (roots: ReadonlyArray<string>) =>
  guardCodec(
    `a path such as /api/bank, without a slash at its end, and without ${roots.join(' or ')}`,
    (u): u is string =>
      typeof u === 'string' &&
      /^(\/[^/?#]+)*$/.test(u) &&
      !roots.some((root) => u.endsWith(root)) &&
      new URL(u, 'http://localhost').pathname === (u || '/'),
  )

const webOrigin = guardCodec(
  'an origin such as https://app.example',
  (u): u is string => typeof u === 'string' && /^https?:/.test(u) && URL.canParse(u) && new URL(u).origin === u,
)

const codec = (roots: ReadonlyArray<string>) =>
  options(
    'an object with authorize',
    { authorize: functionCodec<CreateGatewayConfig['authorize']>('a function from a request to an identity') },
    {
      prefix: path(roots),
      origin: webOrigin,
      perUser: options(
        'an object with requests, per, inFlight and handles',
        {},
        { requests: integer(1), per: milliseconds(1), inFlight: integer(1), handles: integer(1) },
      ),
      inAll: options('an object with inFlight and handles', {}, { inFlight: integer(1), handles: integer(1) }),
      handleLifetime: milliseconds(1),
      timeout: milliseconds(1),
      onError: functionCodec<(error: unknown) => void>('a function of an error'),
    },
  )

/**
 * Validates the options of a gateway and adds the defaults; throws one `ConfigError` that names all fields that are
 * wrong.
 */
export const gatewaySettings = (config: unknown, roots: ReadonlyArray<string>) => {
  const decoded = decodeOptions(codec(roots), config)
  return {
    authorize: decoded.authorize,
    prefix: decoded.prefix ?? '',
    origin: decoded.origin,
    perUser: { requests: 300, per: 60_000, inFlight: 20, handles: 1000, ...decoded.perUser },
    inAll: { inFlight: 1000, handles: 100_000, ...decoded.inAll },
    handleLifetime: decoded.handleLifetime ?? 60 * 60_000,
    timeout: decoded.timeout ?? 25_000,
    onError: decoded.onError ?? printError,
  }
}
