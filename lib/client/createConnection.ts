import { guardCodec } from '../base/codec/guardCodec.js'
import { wrongOption } from '../base/error/wrongOption.js'
import type { Connection } from '../http/Connection.js'
import { versionHeader } from '../service/profile/documentedInterface.js'
import { defaultRoots } from '../service/profile/roots.js'
import { serviceVersion } from '../service/profile/ServiceVersion.js'
import { assemble } from './assemble.js'
import type { Client } from './Client.js'
import type { ClientConfig, GatewayConfig } from './config/ClientConfig.js'
import { connectionToGateway } from './config/connectionToGateway.js'
import { connectionToService } from './config/connectionToService.js'
import { hasGateway } from './config/hasGateway.js'
import { accessOf } from './config/serviceAccess.js'
import type { ConnectionFeature } from './ConnectionFeature.js'

type CommonField =
  | 'attemptPolicy'
  | 'clock'
  | 'http'
  | 'maxBodySize'
  | 'policy'
  | 'random'
  | 'requestIdHeader'
  | 'responseHeaders'
  | 'retry'
  | 'serviceVersion'
  | 'timeout'

/** The configuration of a connection: the fields of a client's configuration that concern sending. */
export type ConnectionConfig =
  | (Pick<ClientConfig, CommonField | 'baseUrl' | 'clientId' | 'clientSecret'> & { readonly gateway?: undefined })
  | Pick<GatewayConfig, CommonField | 'baseUrl' | 'clientId' | 'clientSecret' | 'gateway' | 'headers'>

/** The day of a text that `Date` can parse, in UTC. `toJSON` returns `null` for an invalid date. */
const dayOf = (text: string): string | undefined => (new Date(text).toJSON() as string | null)?.slice(0, 10)

/** Accepts the same dates as `plainDate`, which needs ten times as much code, because it is optimized for many rows. */
const day = guardCodec(
  'date (YYYY-MM-DD)',
  (u): u is string => typeof u === 'string' && /^\d{4}-/.test(u) && dayOf(u) === u,
)

const fields = { serviceVersion: day }

/**
 * Creates a connection for the interpreters `send`, `pages`, `all`, `followLink`, `navigate`, `poll` and `changes`. Use
 * it instead of `createClient` if you need only some of them: a bundle contains only the interpreters, requests and
 * features that the program imports.
 *
 * Every connection has the safety rules of a client: credentials are sent to the base URL only, no redirect is
 * followed, bodies have a maximum size, attempts time out, safe requests are retried, and a secret is refused in a
 * browser. `features` are `withBreaker()`, `withBudget(…)`, and `withTokens(…)` or `withUser(…)`. Without one of the last
 * two, requests of a user are refused. With `gateway` neither is needed, because the gateway knows the user.
 *
 * No request is sent before a stream is subscribed to. `events$` is hot, and never errors or completes. Throws one
 * `ConfigError` that names the wrong fields, ten at most.
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
  const [settings, decoded] = hasGateway(config)
    ? connectionToGateway(config, fields, defaultRoots)
    : connectionToService(config, fields, { roots: defaultRoots })
  const merged = features.reduce<ConnectionFeature>((all, feature) => ({ ...all, ...feature }), {})
  const validFeatures = [merged.breaker, merged.budget, merged.user].filter((make) => typeof make === 'function')
  if (validFeatures.length !== features.length)
    throw wrongOption('/features', 'withBreaker(), withBudget(), and withTokens() or withUser(), each once')
  const version = serviceVersion(decoded.serviceVersion ?? '2021-06-01', 'beta 3')
  const access = accessOf(settings, { profile: { versionHeader }, version })
  if (access.isGateway && merged.user)
    throw wrongOption('/features', 'neither withTokens() nor withUser(): the gateway knows who the user is')
  const { connect, events$ } = assemble(
    { ...settings, access },
    { ...merged, expectedUser: 'a user: make the connection withTokens(…) or withUser(…)' },
  )
  return {
    ...(merged.user?.({ settings, version, connect, authenticationListener: access.authenticationListener }) ??
      connect('application')),
    events$,
  }
}
