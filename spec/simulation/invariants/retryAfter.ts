import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { second, span } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Sent } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'

/** How long an answer asks to wait, in milliseconds, if it does. */
const askedOf = ({ headers }: HttpResponse): number | undefined => {
  const { 'retry-after': text = headers['ratelimit-reset'], date } = headers
  if (text === undefined) return undefined
  return /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - Date.parse(date ?? '')
}

/** Whose limit a 429 is about: an authentication's, another request's of a user, or the application's. */
const scopeOf = ({ person, request: { operation } }: Sent): string =>
  person === undefined ? 'the application' : `user ${String(person.number)} ${isAuthentication(operation)}`

const isAuthentication = (operation: string): string => (operation === 'authenticate' ? 'authenticate' : 'requests')

/** What a 503 is about: that one thing, asked again; all authentications of a user are one. */
const thingOf = (person: Person | undefined, operation: string, url: string): string =>
  `${String(person?.number)} ${operation} ${operation === 'authenticate' ? '' : url}`

/** Whoever is asked to wait does: after a 429 all who share its limit, after a 503 whoever asks for the same again. */
export const retryAfter: Invariant = {
  name: 'what was asked to wait does not ask again before: authentications, watchers, and what somebody waits for',
  watch: ({ machine }, broken) => {
    let scopes = new Map<string, number>()
    let things = new Map<string, number>()

    const forgive = (person: Person, operation: string): void => {
      const started = thingOf(person, operation, '')
      for (const key of things.keys()) if (key.startsWith(started)) things.delete(key)
    }

    return {
      crashed: () => {
        scopes = new Map()
        things = new Map()
      },
      // Who comes later was not asked to wait by a 503.
      entered: forgive,
      left: (person, operation) => {
        forgive(person, operation)
        if (Array.from(person.subscriptions.values()).every((count) => count === 0)) forgive(person, 'authenticate')
      },
      answered: (sent, response) => {
        const { status } = response
        const asked = status === 429 || status === 503 ? askedOf(response) : undefined
        if (asked === undefined) return
        const until = machine.clock().monotonic() + asked
        const { person, request } = sent
        things.set(thingOf(person, request.operation, request.url), until)
        if (status === 429) scopes.set(scopeOf(sent), Math.max(until, scopes.get(scopeOf(sent)) ?? 0))
      },
      sent: (sent) => {
        const { person, request } = sent
        const until = Math.max(
          things.get(thingOf(person, request.operation, request.url)) ?? 0,
          scopes.get(scopeOf(sent)) ?? 0,
        )
        const early = until - machine.clock().monotonic()
        if (early > 0.001) broken(`${request.operation} of ${scopeOf(sent)} asks ${span(early)} too soon`)
      },
    }
  },
}
