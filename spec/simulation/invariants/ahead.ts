import { minute } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Issued } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'

/** Tokens of two hours are renewed five or six minutes before they end; clocks that are wrong by a little take some. */
const least = 4 * minute

/** Whoever is subscribed to tokens holds the next one before the last one ends. */
export const ahead: Invariant = {
  name: 'where nothing is in the way, a subscribed token is renewed minutes before it ends',
  watch: (_, broken) => {
    let last = new Map<Person, Issued>()
    return {
      crashed: () => {
        last = new Map()
      },
      left: (person, operation) => {
        if (operation === 'token$') last.delete(person)
      },
      issued: (token) => {
        const { person, answered } = token
        const before = last.get(person)
        if ((person.subscriptions.get('token$') ?? 0) > 0) last.set(person, token)
        if (before === undefined || !before.isTrue || person.disturbedUntil > before.answered.now) return
        if (answered.now > before.expiresAt - least)
          broken(`user ${String(person.number)} is given the next token as late as the last one ends`)
      },
    }
  },
}
