import type { Invariant } from './Invariant.js'

/** Timers and requests that one subscription may have. */
const most = 6

/** What a client holds follows from who is subscribed, and from nothing that has been. */
export const bounded: Invariant = {
  name: `timers and requests are no more than ${String(most)} a subscription`,
  watch: (world, broken) => ({
    rest: () => {
      const held = world.machine.timers() + world.inFlight()
      const subscribed = world.subscribed()
      world.counts.most('timers and requests in flight in a shard', held)
      if (held > most * subscribed) broken(`${String(held)} of them, with ${String(subscribed)} subscribed`)
    },
  }),
}
