import { minute } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Invariant } from './Invariant.js'

/** Requests of a watcher, or authentications, of one user in any minute. */
const most = 60

const isCounted = (operation: string): boolean => operation === 'authenticate' || operation.endsWith('.updated')

/** Nobody is asked without end, whatever goes wrong. */
export const noStorm: Invariant = {
  name: `no more than ${String(most)} authentications and requests of watchers leave for a user within a minute`,
  watch: ({ machine }, broken) => {
    const recent = new Map<Person, Array<number>>()
    return {
      sent: ({ person, request: { operation } }) => {
        if (person === undefined || !isCounted(operation)) return
        const times = recent.get(person) ?? []
        recent.set(person, times)
        const now = machine.now()
        while (times.length > 0 && now - (times[0] ?? 0) >= minute) times.shift()
        times.push(now)
        if (times.length > most) broken(`${String(times.length)} requests of user ${String(person.number)} in a minute`)
      },
    }
  },
}
