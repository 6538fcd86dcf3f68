import type { Limits, RequestLimit } from '../../../lib/service/profile/rateLimits.js'
import type { Sent } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'

/** Milliseconds that sums of moments lose to rounding in a year. */
const rounding = 0.001

type Scope = keyof Limits

const scopesOf = ({ person, request: { operation } }: Sent): ReadonlyArray<Scope> => {
  if (person === undefined) return ['application']
  return ['application', operation === 'authenticate' ? 'authenticate' : 'user']
}

/**
 * Counted at the service's door: however long requests are on their way, and whether anybody still waits for them, no
 * window sees more than its limit. Another process knows nothing of what the last one sent.
 */
export const budget: Invariant = {
  name: 'requests that arrive at the service within a window are no more than the limit of each scope',
  watch: ({ machine, limits }, broken) => {
    let arrivals = new Map<string, Array<number>>()

    const within = (key: string, { per }: RequestLimit): ReadonlyArray<number> => {
      const times = arrivals.get(key) ?? []
      arrivals.set(key, times)
      const now = machine.now()
      times.push(now)
      while (now - (times[0] ?? now) >= per - rounding) times.shift()
      return times
    }

    return {
      crashed: () => {
        arrivals = new Map()
      },
      arrived: (sent) => {
        for (const scope of scopesOf(sent)) {
          const limit = limits[scope]
          if (limit === undefined) continue
          const { length } = within(scope === 'application' ? scope : `${scope} ${String(sent.person?.number)}`, limit)
          if (length > limit.requests)
            broken(`${String(length)} requests of the ${scope}, where ${String(limit.requests)} are allowed`)
        }
      },
    }
  },
}
