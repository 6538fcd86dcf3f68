import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import { minute } from '../time.js'
import { isWithCursor } from '../world/faultLine.js'
import type { Person } from '../world/Person.js'
import type { Invariant } from './Invariant.js'

/** Rounds of a watcher, and authentications, of one user in any minute; of the latter some seven fail if all do. */
const [most, mostAuthentications] = [60, 15]

/** A round that begins again from the first moment has as many pages as there are rows. */
const isCounted = ({ operation, url }: HttpRequest): boolean =>
  operation === 'authenticate' || (operation.endsWith('.updated') && !isWithCursor(url))

/** Nobody is asked without end, whatever goes wrong. */
export const noStorm: Invariant = {
  name: `no more than ${String(most)} rounds and authentications of a user begin within a minute, nor ${String(mostAuthentications)} of the latter`,
  watch: ({ machine }, broken) => {
    let recent = new Map<Person, Array<readonly [time: number, isAuthentication: boolean]>>()
    return {
      crashed: () => {
        recent = new Map()
      },
      // Whoever comes back asks anew.
      left: (person) => {
        if (Array.from(person.subscriptions.values()).every((count) => count === 0)) recent.delete(person)
      },
      sent: ({ person, request }) => {
        if (person === undefined || !isCounted(request)) return
        const now = machine.now()
        const times = (recent.get(person) ?? []).filter(([time]) => now - time < minute)
        times.push([now, request.operation === 'authenticate'])
        recent.set(person, times)
        const authentications = times.filter(([, isAuthentication]) => isAuthentication).length
        const who = `of user ${String(person.number)} in a minute`
        if (authentications > mostAuthentications) broken(`${String(authentications)} authentications ${who}`)
        if (times.length > most) broken(`${String(times.length)} requests ${who}`)
      },
    }
  },
}
