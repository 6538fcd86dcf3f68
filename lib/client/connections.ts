import { transport } from '#transport'
import { getOrElse, isSome } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import type { Settings } from '../config.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Emit } from '../event/eventHub.js'
import type { Connection } from '../http/Connection.js'
import { fractions } from '../http/fractions.js'
import type { Policy } from '../http/Http.js'
import { authorize, type TokenSource } from '../http/policies/authorize.js'
import { breaker } from '../http/policies/breaker.js'
import { budget } from '../http/policies/budget.js'
import { events } from '../http/policies/events.js'
import { pause } from '../http/policies/pause.js'
import { retry } from '../http/policies/retry.js'
import { seal } from '../http/policies/seal.js'
import { status } from '../http/policies/status.js'
import { throughGateway } from '../http/policies/throughGateway.js'
import { timeout } from '../http/policies/timeout.js'
import { supports } from '../profile/ServiceVersion.js'

/** Makes connections of one client: on behalf of the application, or of a user with tokens. */
export type Connect = (principal: string, tokens?: TokenSource) => Connection

const nobody: TokenSource = {
  take: () => throwError(() => wrongOption('/access', 'a user: send it with client.user(…)')),
  lives: () => false,
  refuse: () => false,
  accept: () => undefined,
}

/**
 * Puts the policies together, the same for all connections of a client. Outermost first: the user's own, retry,
 * pause, authorize (at a gateway, what that must be told), budget, breaker, events, timeout, status, the sealed
 * transport; each attempt, a replay among them, passes all below the one that made it. When the budget gives a turn,
 * authorize and pause judge it again before it goes on.
 */
export const connections = (client: object, settings: Settings, emit: Emit): Connect => {
  const { active$, clientId, clock, gateway, policy, profile, version } = settings
  const random = fractions(settings.random)
  const query = isSome(gateway) || supports(version, 'credentialsInHeaders') ? {} : { client_id: clientId }
  const headers = isSome(gateway) ? {} : { [profile.versionHeader]: version.date }
  const wire = seal(getOrElse(() => transport)(settings.http))
  const attempt = breaker(clock, random, emit)(events(clock, emit)(timeout(clock)(status(clock)(wire))))
  const within = budget(clock, random, emit, settings)
  let requests = 0
  let watchers = 0

  return (principal, tokens = nobody) => {
    const line = within(principal)
    const proven = (within: Policy): Policy =>
      isSome(gateway) ? throughGateway(gateway.value, within) : authorize(settings, tokens, within)
    const asked = pause(active$, line, proven)(attempt)
    return {
      client,
      principal,
      isNamed: !isSome(gateway),
      http: policy(retry(clock, random, emit, settings.retry)(asked)),
      once: policy(asked),
      raise: line.raise,
      baseUrl: settings.baseUrl,
      headers,
      query,
      timeout: settings.timeout,
      maxBodySize: settings.maxBodySize,
      clock,
      random,
      emit,
      nextNumber: () => ++requests,
      nextWatcher: () => ++watchers,
    }
  }
}
