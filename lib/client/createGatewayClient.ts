import { wrongOption } from '../base/error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import { breaker } from '../http/policies/breaker.js'
import { emitApiVersionSunset } from '../http/policies/emitApiVersionSunset.js'
import { pause } from '../http/policies/pause.js'
import type { OwnCodecs, Resources, ResourcesWith } from '../service/profile/Codecs.js'
import { assemble } from './assemble.js'
import { clientReads } from './clientReads.js'
import type { GatewayConfig } from './config/ClientConfig.js'
import type { ClientSettings } from './config/clientSettings.js'
import { gatewaySettings } from './config/gatewaySettings.js'
import type { GatewayClient } from './GatewayClient.js'
import { userReads } from './userReads.js'

/** Creates the function `user` of a client of a gateway. Its user is the logged-in user. */
const gatewayUsers =
  (settings: ClientSettings, connection: Connection): GatewayClient['user'] =>
  (identity?: unknown) => {
    if (identity !== undefined) throw wrongOption('/identity', 'no value: the gateway knows who the user is')
    return userReads(settings, () => connection)
  }

/**
 * Creates a client for web pages that call a gateway on their own server. The client has no credentials, and its user
 * is the user who is logged in at this server. A bundle contains no code for limits, tokens and credentials, which the
 * gateway handles.
 *
 * A request is sent as soon as a stream of the client is subscribed to: there is no queue. After a 429, only the
 * refused request waits, at least for the time in its `Retry-After`. Throws one `ConfigError` that names the wrong
 * fields, ten at most.
 *
 * @example
 * import { createGatewayClient, type Http } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { lastValueFrom, of } from 'rxjs'
 *
 * const http: Http = () => of({ status: 200, headers: {}, body: '{"resources":[{"id":1,"name":"A bank"}]}' })
 * const client = createGatewayClient({ profile: bridge2025, gateway: 'https://app.example/api/bank', http })
 * assert.deepStrictEqual((await lastValueFrom(client.banks.all())).name, 'A bank')
 */
export const createGatewayClient = <C extends OwnCodecs = OwnCodecs, R extends Resources = Resources>(
  config: GatewayConfig<C, R>,
): GatewayClient<ResourcesWith<C, R>> => {
  const settings = gatewaySettings(config)
  const { connect, events$ } = assemble(settings, {
    breaker,
    pause: pause(settings.active$),
    emitApiVersionSunset: (emit) => emitApiVersionSunset(emit, settings.sunset),
    expectedUser: 'a user',
  })
  const connection = connect('application')
  const client: GatewayClient = {
    ...clientReads(settings, connection),
    events$,
    user: gatewayUsers(settings, connection),
  }
  return client as unknown as GatewayClient<ResourcesWith<C, R>>
}
