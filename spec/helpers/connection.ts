import type { Clock } from '../../lib/base/clock/Clock.js'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import type { ClientEvent } from '../../lib/base/event/ClientEvent.js'
import { eventHub } from '../../lib/base/event/eventHub.js'
import type { Connection } from '../../lib/http/Connection.js'
import type { Http } from '../../lib/http/Http.js'

/** A connection over one `Http`, with no policies but those given; and the events that it told. */
export const connectionOver = (
  http: Http,
  { clock = createVirtualClock(), ...overrides }: Partial<Connection> & { readonly clock?: Clock } = {},
): Connection & { readonly events: Array<ClientEvent> } => {
  const hub = eventHub(clock)
  const events: Array<ClientEvent> = []
  hub.events$.subscribe((event) => events.push(event))
  let number = 0
  let watchers = 0
  return {
    client: {},
    principal: 'somebody',
    isNamed: true,
    http,
    httpOnce: http,
    promote: () => undefined,
    baseUrl: { origin: 'https://bank.example', prefix: '', roots: ['/v2'] },
    headers: { 'Service-Version': '2021-06-01' },
    query: {},
    timeout: 30_000,
    maxBodySize: 1_000_000,
    clock,
    random: () => 0.5,
    emit: hub.emit,
    nextRequestNumber: () => ++number,
    nextWatcherNumber: () => ++watchers,
    events,
    ...overrides,
  }
}
