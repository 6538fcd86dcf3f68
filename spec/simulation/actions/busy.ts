import { oneOf, sized, whole } from '../random.js'
import { second, span } from '../time.js'
import { call } from './calls.js'
import type { Kind } from './Kind.js'

/**
 * The service is busy, and says until when: in answer to what somebody asks for, or to the authentication before it.
 * Meanwhile the platform hints that time may have passed, which is no reason to come earlier.
 */
export const busy: Kind = {
  name: 'busy service',
  to: 'user',
  isFault: true,
  daily: (faultRate) => faultRate * 3,
  draw: (random) => {
    const asked = call.draw(random)
    const isAtFirst = random() < 0.5
    const status = oneOf(random, [429, 503, 503])
    const left = whole(random, 1, 3)
    const ms = sized(random, 2, 1000) * second
    const isDate = random() < 0.3
    const hints = [whole(random, 1, 25), whole(random, 30, 600)]
    return {
      words: `${asked.words}, and ${isAtFirst ? 'authentications meet' : 'it meets'} ${String(status)} ${String(left)} times, with a wait of ${span(ms)}`,
      run: (world, person) => {
        if (person.isAway || !world.isUp()) return
        const { machine } = world
        // `Date` has whole seconds.
        const until = new Date(Math.floor(machine.now() / second) * second + ms).toUTCString()
        const headers = { 'retry-after': isDate ? until : String(ms / second) }
        person.faults.unshift({ fault: { kind: 'status', status, headers }, left })
        if (isAtFirst) world.client().user(person.identity).invalidate()
        for (const hint of hints) machine.later(hint * second, machine.wake)
        asked.run(world, person)
      },
    }
  },
}
