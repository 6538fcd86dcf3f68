import type { ObservableInput } from 'rxjs'
import { functionCodec, guardCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { UserIdentity } from '../../service/api/userRequests.js'
import type { OperationKey } from '../../service/profile/operations.js'
import { browserOperations } from './gatewayOperations.js'
import { printError } from './toRefusal.js'

/** The identity, at the service, of the logged-in user; `null` or `undefined` if nobody is logged in. */
export type LoggedInUser = UserIdentity | null | undefined

/** The limits of a gateway for each user. */
export interface UserLimits {
  /** The maximum number of requests in any `per` milliseconds; default 300. */
  readonly requests?: number
  /** The window of `requests`, in milliseconds; default 60,000. */
  readonly per?: number
  /** The maximum number of requests in flight; default 20. */
  readonly maxInFlight?: number
  /** The maximum number of stored handles; default 1,000. */
  readonly maxHandles?: number
}

/** The limits of a gateway for all users together. */
export interface TotalLimits {
  /** The maximum number of requests in flight; default 1,000. */
  readonly maxInFlight?: number
  /** The maximum number of stored handles; default 100,000. */
  readonly maxHandles?: number
}

/** The configuration of a gateway; only `authorize` is required. Times are in milliseconds. */
export interface CreateGatewayConfig<C = unknown> {
  /**
   * Returns the user whose data a request may read, according to the app's own login: an identity of the service, or
   * `null` or `undefined` if nobody is logged in; the response is then a 401. It may return a Promise or an Observable,
   * whose first value counts. If it fails, the response is a 500 without details. When the browser disconnects, the
   * signal of the request aborts, and the gateway unsubscribes from the Observable.
   *
   * - `context`: the handler's second argument, such as Node's own request if you use `toNodeHandler`.
   */
  readonly authorize: (request: Request, context: C) => LoggedInUser | ObservableInput<LoggedInUser>
  /**
   * The path of the gateway, such as `/api/bank`; default none. Set it if the URLs of requests include it. A framework
   * that removes it, such as Express, does not need it.
   */
  readonly prefix?: string
  /**
   * The origin of the app in browsers, such as `https://app.example`; default: the origin of the request's URL. Set it
   * behind a proxy that changes the URL.
   */
  readonly origin?: string
  /**
   * The only operations that browsers may use, by the names of `paths` of a profile, such as `transactions`; default:
   * all operations that read the data of one user, banks and categories, and that refresh items. The service has one
   * operation for all lists at one path of the profile: naming one of these lists gives access to all rows at the path.
   */
  readonly operations?: ReadonlyArray<OperationKey>
  /**
   * The operations that browsers may not use, such as `accountsInformation`; default none. Excluding a list that has
   * all rows at its path, such as `transactions` of API version 2025-01-15, also excludes the other lists at the path.
   */
  readonly excludedOperations?: ReadonlyArray<OperationKey>
  readonly perUser?: UserLimits
  readonly total?: TotalLimits
  /** How long a handle is valid after it was last sent or used; default an hour. */
  readonly handleLifetime?: number
  /**
   * The time within which the gateway responds. `authorize`, the wait for a token, and the request to the service may
   * each take four fifths of it. Default 25,000, so that a browser that waits for 30,000 gets the error.
   */
  readonly timeout?: number
  /**
   * Called with the errors of `authorize`, and with errors of the client that are not transient, such as credentials
   * that the service refuses; default: prints them on the console. If it throws, RxJS reports an unhandled error, so a
   * Node process exits; see `onUnhandledError` of RxJS.
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

const operationKeys = guardCodec(
  'a list of operations that a gateway offers, by the names of paths of a profile, such as accountsInformation',
  (u): u is ReadonlyArray<OperationKey> =>
    Array.isArray(u) && u.length > 0 && Array.from(u).every((key) => browserOperations.has(key)),
)

const codec = (roots: ReadonlyArray<string>) =>
  options(
    'an object with authorize',
    { authorize: functionCodec<CreateGatewayConfig['authorize']>('a function from a request to an identity') },
    {
      prefix: path(roots),
      origin: webOrigin,
      operations: operationKeys,
      excludedOperations: operationKeys,
      perUser: options(
        'an object with requests, per, maxInFlight and maxHandles',
        {},
        { requests: integer(1), per: milliseconds(1), maxInFlight: integer(1), maxHandles: integer(1) },
      ),
      total: options(
        'an object with maxInFlight and maxHandles',
        {},
        { maxInFlight: integer(1), maxHandles: integer(1) },
      ),
      handleLifetime: milliseconds(1),
      timeout: milliseconds(1),
      onError: functionCodec<(error: unknown) => void>('a function of an error'),
    },
  )

/**
 * Validates the options of a gateway and adds the defaults; throws one `ConfigError` that names all invalid fields.
 */
export const gatewaySettings = (config: unknown, roots: ReadonlyArray<string>) => {
  const decoded = decodeOptions(codec(roots), config)
  return {
    authorize: decoded.authorize,
    prefix: decoded.prefix ?? '',
    origin: decoded.origin,
    operations: decoded.operations,
    excludedOperations: decoded.excludedOperations ?? [],
    perUser: { requests: 300, per: 60_000, maxInFlight: 20, maxHandles: 1000, ...decoded.perUser },
    total: { maxInFlight: 1000, maxHandles: 100_000, ...decoded.total },
    handleLifetime: decoded.handleLifetime ?? 60 * 60_000,
    timeout: decoded.timeout ?? 25_000,
    onError: decoded.onError ?? printError,
  }
}
