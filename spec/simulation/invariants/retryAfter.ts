import { second } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Invariant } from './Invariant.js'

/** Whoever is asked to wait does. */
export const retryAfter: Invariant = {
  name: 'a watcher that was asked to wait does not ask again before',
  watch: ({ machine }, broken) => {
    let waits = new Map<Person, Map<string, number>>()
    return {
      crashed: () => {
        waits = new Map()
      },
      left: (person, operation) => {
        waits.get(person)?.delete(operation)
      },
      answered: ({ person, request: { operation } }, { status, headers }) => {
        if (person === undefined || status !== 429 || !operation.endsWith('.updated')) return
        const own = waits.get(person) ?? new Map<string, number>()
        waits.set(person, own)
        own.set(operation, machine.clock().monotonic() + Number(headers['retry-after'] ?? 0) * second)
      },
      sent: ({ person, request: { operation } }) => {
        const until = person === undefined ? undefined : waits.get(person)?.get(operation)
        if (until === undefined) return
        if (machine.clock().monotonic() < until) broken(`${operation} asks ${String(until)} ms too soon`)
      },
    }
  },
}
