import { applicationUsers } from '#users'
import { budget } from '../http/budget/budget.js'
import { breaker } from '../http/policies/breaker.js'
import { emitApiVersionSunset } from '../http/policies/emitApiVersionSunset.js'
import { pause } from '../http/policies/pause.js'
import type { OwnCodecs, Resources, ResourcesWith } from '../service/profile/Codecs.js'
import { assemble } from './assemble.js'
import type { Client } from './Client.js'
import { clientReads } from './clientReads.js'
import type { ClientConfig } from './config/ClientConfig.js'
import { decodeClientConfig } from './config/decodeClientConfig.js'

/**
 * Creates a client of a service, for a program that holds the credentials; for a page there is {@link createGatewayClient}. No
 * request is sent before a stream of the client is subscribed to.
 *
 * `profile` and `clientId` are required. {@link ClientConfig} describes these options:
 *
 * - the service and the application: `profile`, `clientId`, `clientSecret`, `baseUrl`, `serviceVersion`, `environment`;
 * - each request: `timeout`, `retry`, `maxBodySize`, `requestIdHeader`, `responseHeaders`;
 * - rate limits: `limits`, `permits`, `maxWaiting`;
 * - tokens and watchers: `tokenStore`, `keepAlive`, `active$`;
 * - types of rows: `codecs`, instead of those of the profile;
 * - the parts that a program or a test replaces: `http`, `policy`, `attemptPolicy`, `clock`, `random`.
 *
 * Throws one `ConfigError` that names the wrong fields, ten at most.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom, take, toArray } from 'rxjs'
 *
 * const sandbox = createSandbox({ profile: bridge2025, seed: 1 })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
 * const banks = await lastValueFrom(client.banks.all().pipe(take(3), toArray()))
 * assert.deepStrictEqual(banks.length, 3)
 */
export const createClient = <C extends OwnCodecs = OwnCodecs, R extends Resources = Resources>(
  config: ClientConfig<C, R>,
): Client<ResourcesWith<C, R>> => {
  const settings = decodeClientConfig(config)
  const { connect, events$ } = assemble(settings, {
    breaker,
    budget: (clock, random, emit) => budget(clock, random, emit, settings),
    pause: pause(settings.active$),
    emitApiVersionSunset: (emit) => emitApiVersionSunset(emit, settings.sunset),
    expectedUser: 'a user: send it with client.user(…)',
  })
  const connection = connect('application')
  const client: Client = {
    ...clientReads(settings, connection),
    events$,
    ...applicationUsers(settings, connect, () => connection),
  }
  return client as unknown as Client<ResourcesWith<C, R>>
}
