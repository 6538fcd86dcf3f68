import { isNone } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  defaultIfEmpty,
  defer,
  finalize,
  firstValueFrom,
  fromEvent,
  map,
  type Observable,
  type ObservableInput,
  of,
  race,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { firstOrTimeout } from '../../base/clock/delay.js'
import { sweptMap } from '../../base/clock/sweptMap.js'
import { object } from '../../base/codec/object.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { internalsOf } from '../../client/clientInternals.js'
import { decodeIdentity, principalOf } from '../../client/userIdentity.js'
import { type LocalRateLimiter, rateLimiter } from '../../http/budget/rateLimiter.js'
import type { UserIdentity } from '../../service/api/userRequests.js'
import { fromResult } from '../../streams/send/toEither.js'
import { type CreateGatewayConfig, gatewaySettings, type LoggedInUser } from './CreateGatewayConfig.js'
import { forwardRequest } from './forwardRequest.js'
import { type GatewayResponse, refusalResponse } from './GatewayResponse.js'
import { createHandles } from './handles.js'
import { readGatewayRequest } from './readGatewayRequest.js'
import { gatewayFailed, isFault, Refusal, toRefusal } from './toRefusal.js'

/** The limits of each user: `requests` in any `per` milliseconds, and `maxInFlight` at once. */
export interface UserLimits {
  readonly requests: number
  readonly per: number
  readonly maxInFlight: number
}

/** Subscribes to `work` for a user, or errors with a `Refusal` if the user has reached a limit. */
type Admit = <A>(user: string, work: Observable<A>) => Observable<A>

interface UserState {
  readonly limiter: LocalRateLimiter
  inFlight: number
}

const shortWait = 1000

/** Returns a function that enforces the limits of each user. */
export const userAdmission = (clock: Clock, random: () => number, config: UserLimits): Admit => {
  const users = sweptMap<UserState, ReadonlyArray<number>>(clock, {
    isIdle: ({ limiter }) => limiter.isIdle(),
    remainder: ({ limiter }) => limiter.returns().slice(),
    counts: (returns) => returns.some((time) => time > clock.monotonic()),
  })

  const stateOf = (user: string): UserState =>
    users.get(user, (returns) => ({ limiter: rateLimiter(clock, random, 'user', config, returns), inFlight: 0 }))

  return (user, work) =>
    defer(() => {
      const state = stateOf(user)
      const { limiter } = state
      if (state.inFlight >= config.maxInFlight)
        throw new Refusal(429, 'too_many_at_once', 'This user has too many requests in flight.', shortWait)
      if (limiter.remaining() <= 0) {
        const wait = Math.min(limiter.availableAt(false) - clock.monotonic(), config.per)
        throw new Refusal(429, 'too_many_requests', 'This user has sent too many requests.', wait)
      }
      state.inFlight++
      const permit = limiter.acquire()
      return work.pipe(
        finalize(() => {
          state.inFlight--
          permit.release(clock.monotonic())
        }),
      )
    })
}

/** Creates a handle that nobody can guess: 122 random bits from the platform's cryptographic generator. */
export const randomHandle = (): string => globalThis.crypto.randomUUID()

const isObservableInput = (result: unknown): result is ObservableInput<unknown> =>
  typeof result === 'object' && result !== null && ('then' in result || 'subscribe' in result)

const wrongResponse = () =>
  wrongOption('/authorize', 'a function that returns an identity or null, or an Observable or a Promise of one')

const notLoggedIn = new Refusal(401, 'not_logged_in', 'Nobody is logged in.')

/** Validates the result of `authorize`; throws if it is invalid, or is `null` or `undefined`. */
const toIdentity = (result: unknown): UserIdentity => {
  if (result === null || result === undefined) throw notLoggedIn
  const user = decodeIdentity(result)
  if ('token$' in user)
    throw wrongOption('/identity', 'an identity that the client authenticates, not a stream of tokens')
  return user
}

/**
 * Calls `authorize` and emits the user, within `timeout` milliseconds. Errors of `authorize` go to `onFailure`, and the
 * gateway responds with 500, also if `authorize` calls a client that fails with another status.
 */
const identifyUser = (
  clock: Clock,
  timeout: number,
  authorize: () => LoggedInUser | ObservableInput<LoggedInUser>,
  onFailure: (error: unknown) => void,
): Observable<UserIdentity> =>
  defer(() => {
    const result: unknown = authorize()
    return isObservableInput(result) ? fromResult(result, wrongResponse) : of(result)
  }).pipe(
    defaultIfEmpty(undefined),
    firstOrTimeout(clock, timeout, () => new Error(`authorize did not answer within ${String(timeout)} ms`)),
    catchError((error: unknown) => {
      onFailure(error)
      throw gatewayFailed
    }),
    map(toIdentity),
  )

/**
 * A handler of requests. `context` is passed on to `authorize` together with the request. The Promise always resolves
 * to a `Response`, and never rejects.
 */
export type Gateway<C = unknown> = unknown extends C
  ? (request: Request, context?: unknown) => Promise<Response>
  : (request: Request, context: C) => Promise<Response>

/** A client with `clientSecret`, on a server, through which a gateway calls the service. Its codecs are not used. */
export interface GatewayUpstream {
  readonly user: (identity: UserIdentity) => unknown
  readonly users: unknown
}

const tooBusy = new Refusal(503, 'too_busy', 'Too many requests are in flight.', 1000)
const timedOut = new Refusal(504, 'timeout', 'The service did not answer in time.')
const aborted = refusalResponse(new Refusal(499, 'gone', 'The browser has aborted the request.'))

const abortedResponse = ({ signal }: Request): Observable<GatewayResponse> =>
  defer(() => (signal.aborted ? of(aborted) : fromEvent(signal, 'abort').pipe(map(() => aborted))))

const toResponse = ({ body, status, headers }: GatewayResponse): Response => new Response(body, { status, headers })

/** The share of `timeout` for each step: `authorize`, the wait for a token, and the request to the service. */
const stepShare = 0.8

/**
 * Creates a handler through which a browser reads the data of the logged-in user, without a secret or a token. The
 * handler gets the user from the app, and then calls the service through a client that has the credentials.
 *
 * In the browser, use `createGatewayClient({ gateway: '/api/bank' })`. The handler maps a `Request` to a `Response`, as
 * in Hono and Deno; `toNodeHandler` adapts it to Node, Express and Fastify.
 *
 * - It offers the operations of a `Client` that read the data of one user, banks and categories, and that refresh
 *   items. It refuses all other paths, parameters and methods.
 * - It sends each request once, because the browser's client retries. Only a request that the service refuses because
 *   of its token is sent again, with another token. It uses the tokens, limits and breaker of `client`.
 * - Links to other pages are replaced by handles, which are valid for the same user and list, in this process. A user
 *   who was deleted and created again under the same identity is another user.
 * - It never rejects: a failure is a response with a status of 400 or more. If the service fails, the response has the
 *   `type`, the codes and the headers that `responseHeaders` of the client names, but no text from the service.
 * - When the signal of the request aborts, as when the browser disconnects, the request to the service is aborted.
 *
 * Throws one `ConfigError` that names the invalid options, ten at most.
 *
 * @example
 * import { createClient, documentedProfile } from 'rxbank'
 * import { createGateway } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const { credentials, http } = createSandbox({ profile: documentedProfile })
 * const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
 * const gateway = createGateway(client, {
 *   prefix: '/api/bank',
 *   authorize: ({ headers }) => (headers.get('cookie') === 'session=5' ? { externalUserId: 'A6J' } : null),
 * })
 *
 * const headers = { 'RxBank-Gateway': 'interactive', Cookie: 'session=5' }
 * const response = await gateway(new Request('https://app.example/api/bank/v2/stocks?limit=3', { headers }))
 * const { resources, pagination } = await response.json()
 * assert.deepStrictEqual(resources.length, 3)
 * assert.match(pagination.next_uri, /^\/v2\/stocks\?handle=/)
 */
export const createGateway = <C = unknown>(client: GatewayUpstream, config: CreateGatewayConfig<C>): Gateway<C> => {
  const internals = object.is(client) && typeof client.user === 'function' ? internalsOf(client.user) : undefined
  if (internals === undefined || isNone(internals.settings.clientSecret))
    throw wrongOption('/client', 'a client with clientSecret, created by createClient of the same copy of rxbank')
  const { settings } = internals
  const { clock, random } = settings
  const { authorize, total, onError, perUser, timeout, ...endpoint } = gatewaySettings(config, settings.profile.roots)
  const admit = userAdmission(clock, random, perUser)
  const handles = createHandles(clock.monotonic, randomHandle, {
    perUser: perUser.maxHandles,
    total: total.maxHandles,
    lifetime: endpoint.handleLifetime,
  })
  const readRequest = readGatewayRequest({ ...settings, ...endpoint })
  const stepTimeout = timeout * stepShare
  let inFlight = 0

  const report = (error: unknown): void => {
    of(error).subscribe(onError)
  }

  const respond = (request: Request, context: unknown): Observable<GatewayResponse> =>
    defer(() => {
      const gatewayRequest = readRequest(request)
      if (inFlight >= total.maxInFlight) throw tooBusy
      inFlight++
      return identifyUser(clock, stepTimeout, () => authorize(request, context), report).pipe(
        concatMap((user) =>
          admit(principalOf(user), forwardRequest(internals, handles, user, gatewayRequest, stepTimeout)),
        ),
        firstOrTimeout(clock, timeout, () => timedOut),
        finalize(() => inFlight--),
      )
    })

  return (request: Request, context?: unknown) =>
    firstValueFrom(
      race(abortedResponse(request), respond(request, context)).pipe(
        catchError((error: unknown) => {
          if (isFault(error)) report(error)
          return of(refusalResponse(toRefusal(error)))
        }),
        map(toResponse),
      ),
    )
}
