import type { CircuitState } from '../../../lib/base/event/ClientEvent.js'
import type { Invariant } from './Invariant.js'

/** How many requests may leave. */
const room: Readonly<Record<CircuitState, number>> = { closed: Infinity, open: 0, 'half-open': 1 }

/** A service that is down is asked by one request at a time. */
export const circuit: Invariant = {
  name: 'while the circuit is open nothing is sent, and while it is half open one request',
  watch: ({ counts }, broken) => {
    let state: CircuitState = 'closed'
    let left = Infinity
    return {
      crashed: () => {
        state = 'closed'
        left = Infinity
      },
      event: (event) => {
        if (event._tag !== 'CircuitChanged') return
        counts.add(`circuit ${event.state}`)
        if (event.state === 'half-open' && state !== 'open') broken(`${event.operation} is sent beside the probe`)
        state = event.state
        left = room[state]
      },
      sent: ({ request: { operation } }) => {
        if (--left < 0) broken(`${operation} leaves through a circuit that lets nothing through`)
      },
    }
  },
}
