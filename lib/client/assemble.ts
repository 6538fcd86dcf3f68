import { getOrElse } from 'fp-ts/lib/Option.js'
import { identity } from 'io-ts'
import { from, type Observable, throwError } from 'rxjs'
import { transport } from '#transport'
import type { Clock } from '../base/clock/Clock.js'
import { wrongOption } from '../base/error/decodeOptions.js'
import type { ClientEvent } from '../base/event/ClientEvent.js'
import { type Emit, eventHub } from '../base/event/eventHub.js'
import { ignoreTeardownErrors } from '../base/platform/ignoreTeardownErrors.js'
import { checkedRandom } from '../http/backoff.js'
import type { Budget } from '../http/budget/budget.js'
import { compose, type Policy } from '../http/Http.js'
import { enforceContract } from '../http/policies/enforceContract.js'
import { events } from '../http/policies/events.js'
import { identifyAttempts } from '../http/policies/identifyAttempts.js'
import { retry } from '../http/policies/retry.js'
import { status } from '../http/policies/statusErrors.js'
import { timeout } from '../http/policies/timeout.js'
import { selectResponseHeaders } from '../http/selectResponseHeaders.js'
import type { Connect } from './clientInternals.js'
import type { ClientSettings } from './config/clientSettings.js'
import type { ConnectionSettings } from './config/connectionSettings.js'

/** Creates a policy from the parts that all policies of a client share. */
type CreatePolicy<P> = (clock: Clock, random: () => number, emit: Emit) => P

/** The parts of the chain that differ between clients of a service and of a gateway. */
export interface Parts {
  readonly breaker?: CreatePolicy<Policy>
  readonly budget?: CreatePolicy<(principal: string) => Budget>
  /** The policy that makes background requests wait while `active$` is `false`. */
  readonly pause?: Policy
  /** Creates the policy that emits `ApiVersionSunset`. */
  readonly emitApiVersionSunset?: (emit: Emit) => Policy
  /**
   * A part of the error that refuses requests of a user: which function or option creates a connection that may send
   * them.
   */
  readonly expectedUser: string
}

const refuseUsers =
  (expected: string): Policy =>
  (next) =>
  (request) =>
    request.access === 'user' ? throwError(() => wrongOption('/access', expected)) : next(request)

/** Ignores what the teardowns of the program's own policy throw. */
const outlastTeardowns: Policy = (next) => (request) => from(next(request)).pipe(ignoreTeardownErrors)

/**
 * Assembles a client: the chain of policies that requests pass through, and the parts that its connections share.
 *
 * The policies of `attempt` are applied once for the client, the others once for each connection. If a policy sends a
 * request again, for example after a 401, the request passes through all inner policies.
 */
export const assemble = (
  settings: ConnectionSettings & Pick<ClientSettings, 'access' | 'profile'>,
  { breaker, budget, pause = identity, emitApiVersionSunset, expectedUser }: Parts,
): { readonly connect: Connect; readonly events$: Observable<ClientEvent> } => {
  const { access, attemptPolicy, baseUrl, clock, maxBodySize, policy } = settings
  const { events$, emit } = eventHub(clock)
  const random = checkedRandom(settings.random)
  const client = {}
  let lastRequestNumber = 0
  let lastWatcherNumber = 0
  const nextNumber = () => ++lastRequestNumber
  const nextWatcher = () => ++lastWatcherNumber

  const retryPolicy = retry(clock, random, emit, settings.retry)
  const breakerPolicy = breaker?.(clock, random, emit) ?? identity
  const budgetFor = budget?.(clock, random, emit)
  const refuseUserRequests = access.isGateway ? identity : refuseUsers(expectedUser)

  const { limitHeaders, requestIdHeader, responseHeaders } = settings
  const selectHeaders = responseHeaders.length === 0 ? undefined : selectResponseHeaders(responseHeaders)

  const attempt = compose(
    requestIdHeader === undefined ? identity : identifyAttempts(requestIdHeader, settings.random),
    breakerPolicy,
    emitApiVersionSunset?.(emit) ?? identity,
    events(clock, emit, selectHeaders),
    timeout(clock),
    status(clock, selectHeaders, limitHeaders, settings.profile.name),
    enforceContract,
    attemptPolicy,
  )(getOrElse(() => transport)(settings.http))

  const ownPolicy = compose(outlastTeardowns, policy)

  const connect: Connect = (principal, authorize) => {
    const userBudget = budgetFor?.(principal)
    const authorizePolicy = authorize?.(clock, random, emit) ?? refuseUserRequests
    const once = compose(pause, authorizePolicy, access.policy, userBudget ?? access.withoutBudget ?? identity)(attempt)
    return {
      client,
      principal,
      isNamed: !access.isGateway,
      http: compose(ownPolicy, retryPolicy)(once),
      httpOnce: ownPolicy(once),
      promote: userBudget?.promote ?? (() => undefined),
      baseUrl,
      headers: access.headers,
      query: access.query,
      timeout: settings.timeout,
      maxBodySize,
      clock,
      random,
      emit,
      nextRequestNumber: nextNumber,
      nextWatcherNumber: nextWatcher,
    }
  }

  return { connect, events$ }
}
