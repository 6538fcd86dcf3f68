import { applicationUsers } from '#users'
import { budget } from '../http/budget/budget.js'
import { breaker } from '../http/policies/breaker.js'
import { emitApiVersionSunset } from '../http/policies/emitApiVersionSunset.js'
import { pause } from '../http/policies/pause.js'
import type { OwnCodecs, Resources, ResourcesWith } from '../service/profile/Codecs.js'
import { assemble } from './assemble.js'
import type { Client } from './Client.js'
import { clientReads } from './clientReads.js'
import type { ClientConfig, GatewayConfig } from './config/ClientConfig.js'
import { decodeClientConfig } from './config/decodeClientConfig.js'
import type { GatewayClient } from './GatewayClient.js'
import { gatewayUsers } from './gatewayUsers.js'

/**
 * Creates a client for web pages that call a gateway on their own server. The client has no credentials, and its user is the
 * user who is logged in at that server.
 *
 * Throws one `ConfigError` that names the wrong fields, ten at most.
 */
export function createClient<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources>(
  config: GatewayConfig<C, R>,
): GatewayClient<ResourcesWith<C, R>>
/**
 * Creates a client of a service. No request is sent before a stream of the client is subscribed to.
 *
 * Throws one `ConfigError` that names the wrong fields, ten at most. With `codecs`, resources have the types of these
 * codecs.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom, take, toArray } from 'rxjs'
 *
 * const sandbox = createSandbox({ seed: 1 })
 * const client = createClient({ baseUrl: 'https://sandbox.invalid', ...sandbox.credentials, http: sandbox.http })
 * const banks = await lastValueFrom(client.banks.all().pipe(take(3), toArray()))
 * assert.deepStrictEqual(banks.length, 3)
 */
export function createClient<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources>(
  config: ClientConfig<C, R>,
): Client<ResourcesWith<C, R>>
export function createClient(config: unknown): unknown {
  const settings = decodeClientConfig(config)
  const { connect, events$ } = assemble(settings, {
    breaker,
    budget: (clock, random, emit) => budget(clock, random, emit, settings),
    pause: pause(settings.active$),
    emitApiVersionSunset: (emit) => emitApiVersionSunset(emit, settings.sunset),
    expectedUser: 'a user: send it with client.user(…)',
  })
  const connection = connect('application')
  const reads = { ...clientReads(settings, connection), events$ }
  return settings.access.isGateway
    ? { ...reads, user: gatewayUsers(settings, connection) }
    : { ...reads, ...applicationUsers(settings, connect, () => connection) }
}
