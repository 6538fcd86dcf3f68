import type { Limit } from '../../../lib/profile/limits.js'
import type { Person } from '../world/Person.js'
import type { Sent } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'

/** Milliseconds that sums of moments lose to rounding in a year. */
const rounding = 0.001

type Scope = 'application' | 'user' | 'authenticate'

const scopesOf = ({ person, request: { operation } }: Sent): ReadonlyArray<Scope> => {
  if (person === undefined) return ['application']
  return ['application', operation === 'authenticate' ? 'authenticate' : 'user']
}

/** However long requests are on their way, the service sees no more than its limit in any window. */
export const budget: Invariant = {
  name: 'requests in flight, and those that ended within the last window, are no more than the limit of each scope',
  watch: ({ machine, inFlight, limits }, broken) => {
    let ended = new Map<string, Array<number>>()
    const keyOf = (scope: Scope, { person }: Sent): string =>
      scope === 'application' ? scope : `${scope} ${String(person?.number)}`

    const underWay = (scope: Scope, person: Person | undefined): number => {
      if (scope === 'application') return inFlight()
      const authentications = inFlight(person, 'authenticate')
      return scope === 'authenticate' ? authentications : inFlight(person) - authentications
    }

    const recent = (key: string, { per }: Limit): number => {
      const times = ended.get(key) ?? []
      const now = machine.clock().monotonic()
      while (times.length > 0 && now - (times[0] ?? 0) >= per - rounding) times.shift()
      return times.length
    }

    return {
      crashed: () => {
        ended = new Map()
      },
      settled: (sent) => {
        for (const scope of scopesOf(sent)) {
          if (limits[scope] === undefined) continue
          const key = keyOf(scope, sent)
          const times = ended.get(key) ?? []
          ended.set(key, times)
          times.push(machine.clock().monotonic())
        }
      },
      sent: (sent) => {
        for (const scope of scopesOf(sent)) {
          const limit = limits[scope]
          if (limit === undefined) continue
          const count = underWay(scope, sent.person) + recent(keyOf(scope, sent), limit)
          if (count > limit.requests)
            broken(`${String(count)} requests of the ${scope}, where ${String(limit.requests)} are allowed`)
        }
      },
    }
  },
}
