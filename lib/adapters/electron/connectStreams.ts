import type { Observable } from 'rxjs'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { CategoryOptions } from '../../client/Client.js'
import type { Resources, RowOf } from '../../service/profile/Codecs.js'
import type { FiltersOf } from '../../service/profile/Filter.js'
import type { Stream } from '../../streams/send/Stream.js'
import type { PortLike } from './Port.js'
import { remoteAsk, remoteGet } from './remoteAsk.js'
import { remoteCollection } from './remoteCollection.js'
import type { EventsDropped, RemoteBankCollection, RemoteCategoryCollection } from './RemoteLists.js'
import { remoteSessions } from './remoteSessions.js'
import { remoteUser, type RemoteUserClient } from './remoteUser.js'

/**
 * A client whose requests are sent by the main process. It lacks the parts of a client that would send a secret, a
 * token or a codec through the port.
 *
 * Its streams are cold, like those of the client, and error with the same errors. When the port closes, running streams
 * error with a `NetworkError` of the code `PortClosed`; see {@link connectStreams}.
 */
export interface RemoteClient<R extends Resources = Resources> {
  /** The banks that users can connect. */
  readonly banks: RemoteBankCollection<R>
  /** The categories of transactions. */
  readonly categories: RemoteCategoryCollection<R>
  /** The events of the client in the main process, of all its users, redacted. Ends only when the port closes. */
  readonly events$: Stream<ClientEvent | EventsDropped>
  /** The client of the user that the main process has chosen for the renderer. */
  readonly user: () => RemoteUserClient<R>
}

/**
 * Creates a client in a renderer. The main process sends its requests; see {@link exposeStreams}.
 *
 * Pass a port, or a stream of ports such as `pagePort()`. Nothing is sent before you subscribe to a stream. When the port
 * closes, all running streams error with a `NetworkError` whose `code` is `PortClosed`; later subscriptions use the next
 * port of the stream. `R` are the resources of the client in the main process. Throws a `ConfigError` for a value that is
 * not a port.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { connectStreams, exposeStreams } from 'rxbank/electron'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const sandbox = createSandbox({ profile: bridge2025, seed: 1 })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
 * const { port1, port2 } = new MessageChannel() // in an app, `pagePort()` emits the page's port
 * exposeStreams(client, { user: { externalUserId: 'A6J' } }).connect(port1)
 *
 * const { resources } = await firstValueFrom(connectStreams(port2).user().stocks.pages({ limit: 5 }))
 * assert.ok(resources.length === 5 && resources[0]?.updated_at instanceof Date)
 * port2.close()
 */
export const connectStreams = <R extends Resources = Resources>(
  port: PortLike | Observable<PortLike>,
): RemoteClient<R> => {
  const ask = remoteAsk(remoteSessions(port))
  return {
    banks: {
      ...remoteCollection<R['bank'], FiltersOf<R, 'banks'>, RowOf<R, 'bank'>>(ask, 'banks'),
      get: remoteGet(ask, 'bank'),
    },
    categories: {
      ...remoteCollection<R['category'], CategoryOptions, RowOf<R, 'category'>>(ask, 'categories'),
      get: remoteGet(ask, 'category'),
    },
    events$: ask({ request: () => ({ operation: 'events', settings: {} }), codec: ({ event }) => event }),
    user: (identity?: unknown) => {
      if (identity !== undefined) throw wrongOption('/identity', 'no identity: the main process chooses the user')
      return remoteUser<R>(ask)
    },
  }
}
