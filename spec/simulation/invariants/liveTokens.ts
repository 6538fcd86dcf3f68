import { reveal } from '../../../lib/model/Redacted.js'
import { second, span } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Issued } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'

/** Differences to the service's clock up to this mean nothing to a client: `Date` has whole seconds, and travels. */
const tolerated = 31 * second

/** For how long a token lives after the answer that brought it, by what the client could know; at most. */
const believed = ({ answered, asked, expiresAt, told }: Issued): number => {
  const byWall = expiresAt - answered.wall
  const travel = answered.monotonic - asked.monotonic
  if (told === undefined) return byWall + travel
  const error = answered.wall - told
  const byDate = expiresAt - told
  return (Math.abs(error) <= tolerated + travel ? Math.max(byWall, byDate) : byDate) + travel + second
}

/** No token is used, or handed to a subscriber, after its life. */
export const liveTokens: Invariant = {
  name: 'no dead token is handed out, by the wall clock, the monotonic clock, or the service',
  watch: ({ machine }, broken) => {
    const issued = new Map<Person, Array<Issued>>()

    const judge = (person: Person, token: string, receiver: string): void => {
      const found = issued.get(person)?.find((known) => known.token === token)
      if (found === undefined) {
        broken(`${receiver} is given a token that the service did not issue to this process and user`)
        return
      }
      const { answered, asked, expiresAt, isTrue, told } = found
      const life = believed(found)
      const byWall = machine.clock().wall() - answered.wall
      const byMonotonic = machine.clock().monotonic() - answered.monotonic
      const late = `issued ${span(machine.now() - answered.now)} ago`
      if (byWall >= life)
        broken(`${receiver} is given a token, ${late}, that is dead by the wall clock for ${span(byWall - life)}`)
      if (byMonotonic >= life) broken(`${receiver} is given a token, ${late}, that is dead by the monotonic clock`)
      const passed = machine.now() - answered.now
      const isKnowable = isTrue && told !== undefined && Math.max(byWall, byMonotonic) >= passed
      const slack = tolerated + (answered.now - asked.now)
      if (isKnowable && machine.now() >= expiresAt + slack)
        broken(`${receiver} is given a token, ${late}, that is dead by the service's clock`)
    }

    return {
      issued: (token) => {
        const others = issued.get(token.person) ?? []
        issued.set(token.person, [...others.slice(-4), token])
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
