import { isSome } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import type { Settings } from '../config.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Emit } from '../event/eventHub.js'
import type { Connection } from '../http/Connection.js'
import type { Policy } from '../http/Http.js'
import { authorize, type TokenSource } from '../http/policies/authorize.js'
import { breaker } from '../http/policies/breaker.js'
import { budget } from '../http/policies/budget.js'
import { pause } from '../http/policies/pause.js'
import { throughGateway } from '../http/policies/throughGateway.js'
import { connector } from './connector.js'

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
  const { active$, clock, gateway, profile, version } = settings
  const { attempt, connection, random } = connector(client, settings, version, profile, emit)
  const spared = breaker(clock, random, emit)(attempt)
  const within = budget(clock, random, emit, settings)

  return (principal, tokens = nobody) => {
    const line = within(principal)
    const proven = (within: Policy): Policy =>
      isSome(gateway) ? throughGateway(gateway.value, within) : authorize(settings, tokens, within)
    return connection(principal, pause(active$, line, proven)(spared), line.raise)
  }
}
