import { reveal } from '../../../lib/base/Redacted.js'
import { second, span } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Issued } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'

/** The service's `Date` has whole seconds. */
const resolution = second

/**
 * For how long a token lives after the answer that brought it, at most: by the `Date` in that answer, or by the wall
 * clock where it has none; the answer may have been on its way for as long as the request took.
 */
const lifeOf = ({ asked, answered, expiresAt, reported }: Issued): number =>
  expiresAt - (reported ?? Math.min(answered.wall, asked.wall)) + (answered.monotonic - asked.monotonic) + resolution

/** Whether the answer, or the wall clock where that says nothing, told the true time. */
const isTimeTrue = ({ answered, asked, reported, isTrue }: Issued): boolean =>
  isTrue && (reported !== undefined || [answered, asked].every(({ wall, now }) => Math.abs(wall - now) <= resolution))

/** No token is used, or handed to a subscriber, after its life. */
export const liveTokens: Invariant = {
  name: 'no dead token is handed out, by the wall clock, the monotonic clock, or true time as far as it can be known',
  watch: ({ machine }, broken) => {
    const issued = new Map<Person, ReadonlyArray<Issued>>()

    /** A process may use a token for as long as it lives, however many it is issued meanwhile that are dead as they arrive. */
    const mayLive = (known: Issued): boolean => machine.clock().monotonic() - known.answered.monotonic < lifeOf(known)

    const judge = (person: Person, token: string, receiver: string): void => {
      const found = issued.get(person)?.find((known) => known.token === token)
      if (found === undefined) {
        broken(`${receiver} is given a token that the service did not issue to this process and user`)
        return
      }
      const { answered, asked, expiresAt } = found
      const life = lifeOf(found)
      const given = `${receiver} is given a token, issued ${span(machine.now() - answered.now)} ago,`
      const byWall = machine.clock().wall() - answered.wall
      if (byWall >= life) broken(`${given} that is dead by the wall clock for ${span(byWall - life)}`)
      const byMonotonic = machine.clock().monotonic() - answered.monotonic
      if (byMonotonic >= life) broken(`${given} that is dead by the monotonic clock for ${span(byMonotonic - life)}`)
      const dead = machine.now() - expiresAt - (answered.now - asked.now) - resolution
      const isKnown = machine.known().passed() - answered.known >= life
      if (isTimeTrue(found) && isKnown && dead >= 0) broken(`${given} that is dead for ${span(dead)} in true time`)
    }

    return {
      issued: (token) => {
        const others = issued.get(token.person) ?? []
        const kept = others.filter((known, index) => index >= others.length - 4 || mayLive(known))
        issued.set(token.person, [...kept, token])
      },
      crashed: () => {
        issued.clear()
      },
      sent: ({ person, token, request }) => {
        if (token === undefined) return
        if (person === undefined) broken(`${request.operation} carries a token of another process`)
        else judge(person, token, request.operation)
      },
      token: (person, { access_token }) => {
        judge(person, reveal(access_token), 'a subscriber')
      },
    }
  },
}
