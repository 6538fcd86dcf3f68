import { isSome } from 'fp-ts/lib/Option.js'
import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { reveal } from '../../../lib/base/Redacted.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { minute, second } from '../time.js'

/** So many authentications of a user within a window are a storm. */
const most = 12
const window = 2 * minute

/** While a token is new, it is tried again after it was refused. */
const newFor = 5 * second
/** One request after another sends an operation at most so often with a new token that the service refuses. */
const maxTries = 12

/** How often each operation was refused with a new token since the service last accepted it. */
const tries = (clock: VirtualClock, tell: (what: string) => void) => {
  const refusals = new Map<string, number>()
  const issuedAt = new Map<string, number>()
  return ({ operation, ...request }: HttpRequest, { status, body }: HttpResponse): void => {
    const now = clock.monotonic()
    if (operation === 'authenticate') {
      const [, token] = /"access_token":"([^"]+)"/.exec(body) ?? []
      for (const [known, time] of issuedAt) if (now - time >= newFor) issuedAt.delete(known)
      if (token !== undefined) issuedAt.set(token, now)
      return
    }
    const token = wireHeaders({ operation, ...request }).Authorization?.replace('Bearer ', '') ?? ''
    const key = `${operation} ${token}`
    const isTry = status === 401 && body.startsWith('{') && now - (issuedAt.get(token) ?? -Infinity) < newFor
    const count = isTry ? (refusals.get(key) ?? 0) + 1 : 0
    refusals.delete(key)
    if (count > 0) refusals.set(key, count)
    if (count > maxTries) tell(`${String(count)} times ${operation} with one new token that is refused`)
  }
}

/** Counts the authentications of each user, and the requests with new tokens that are refused. */
export const storms = (clock: VirtualClock, tell: (what: string) => void) => {
  const times = new Map<string, Array<number>>()
  return {
    answered: tries(clock, tell),
    sent: ({ operation, body }: HttpRequest): void => {
      if (operation !== 'authenticate' || !isSome(body)) return
      const user = reveal(body.value)
      const now = clock.monotonic()
      const recent = [...(times.get(user) ?? []), now].filter((time) => now - time < window)
      times.set(user, recent)
      if (recent.length > most) tell(`${String(recent.length)} authentications of a user within two minutes`)
    },
  }
}
