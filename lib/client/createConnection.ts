import { isSome } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import type { ClientConfig, GatewayConfig } from '../config.js'
import { wrongOption } from '../error/wrongOption.js'
import { eventHub } from '../event/eventHub.js'
import type { Connection } from '../http/Connection.js'
import { connectionSettings } from '../http/connectionSettings.js'
import type { Policy } from '../http/Http.js'
import { prove } from '../http/policies/prove.js'
import { throughGateway } from '../http/policies/throughGateway.js'
import { versionHeader } from '../profile/describedInterface.js'
import { serviceVersion } from '../profile/ServiceVersion.js'
import type { Client } from './Client.js'
import type { AsUser, ConnectionFeature } from './ConnectionFeature.js'
import { connector } from './connector.js'

type CommonField = 'clock' | 'http' | 'maxBodySize' | 'policy' | 'random' | 'retry' | 'serviceVersion' | 'timeout'

/** What a connection is made from: the fields of a client's config that are about sending. */
export type ConnectionConfig =
  | (Pick<ClientConfig, CommonField | 'baseUrl' | 'clientId' | 'clientSecret'> & { readonly gateway?: undefined })
  | Pick<GatewayConfig, CommonField | 'baseUrl' | 'clientId' | 'clientSecret' | 'gateway' | 'headers'>

const nobody: AsUser = () => () => () =>
  throwError(() => wrongOption('/access', 'a user: make the connection withTokens(…) or withUser(…)'))

const atOnce = Object.assign((next: Parameters<Policy>[0]) => next, { raise: () => undefined })

/**
 * Makes a connection for the interpreters `send`, `pages`, `all`, `followLink`, `navigate`, `poll` and `changes`: what
 * `createClient` is made of, for who needs a part of it. A bundle has the interpreters, requests and features that it
 * names, and no others.
 *
 * What is about safety is in every connection: credentials go to the base URL alone, no redirect is followed, bodies are
 * bounded, attempts time out, safe requests are sent again, and a secret is refused in a browser. `features` are
 * `withBreaker()`, `withBudget(…)`, and `withTokens(…)` or `withUser(…)`, without which requests of a user are refused. At
 * a gateway it is the gateway that knows the user.
 *
 * Nothing is sent before somebody subscribes to a stream. `events$` is hot, and never errors or completes. Throws one
 * `ConfigError` that names the fields that are wrong, ten at most.
 *
 * @example
 * import { all, createConnection, listBanks } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom, take, toArray } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const connection = createConnection({ baseUrl: 'https://bank.example', ...credentials, http })
 * const banks = await lastValueFrom(all(connection)(listBanks).pipe(take(3), toArray()))
 * assert.deepStrictEqual(banks.length, 3)
 */
export const createConnection = (
  config: ConnectionConfig,
  ...features: ReadonlyArray<ConnectionFeature>
): Connection & Pick<Client, 'events$'> => {
  const [settings, decoded] = connectionSettings(config, {}, {})
  const added = features.reduce<ConnectionFeature>((all, feature) => ({ ...all, ...feature }), {})
  const made = [added.breaker, added.budget, added.user].filter((make) => typeof make === 'function')
  if (made.length !== features.length)
    throw wrongOption('/features', 'withBreaker(), withBudget(), and withTokens() or withUser(), each once')
  const { clock, gateway } = settings
  if (isSome(gateway) && added.user)
    throw wrongOption('/features', 'no withTokens() and no withUser(), for the gateway knows who the user is')
  const version = serviceVersion(decoded.serviceVersion ?? '2021-06-01', 'beta 3')
  const { events$, emit } = eventHub(clock)
  const { attempt, connection, random } = connector({}, settings, version, { versionHeader }, emit)
  const spared = added.breaker?.(clock, random, emit)(attempt) ?? attempt
  const within = added.budget?.(clock, random, emit) ?? (() => atOnce)

  const connect = (principal: string, asUser = nobody): Connection => {
    const line = within(principal)
    const proven = isSome(gateway) ? throughGateway(gateway.value, line) : prove(settings, asUser(line), line)
    return connection(principal, proven(spared), line.raise)
  }

  return { ...(added.user?.({ settings, version, connect }) ?? connect('application')), events$ }
}
