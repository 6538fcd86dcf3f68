import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { Redacted, reveal } from '../../../lib/base/Redacted.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import { minute, second, span } from '../time.js'
import { nameOf, type Watcher } from './createDoor.js'
import type { Process } from './createProcess.js'

/** A token is renewed so long before its end at most. */
const window = 6 * minute + second

/** A lease, and the longest time that a request waits and travels. */
const aftermath = 2 * minute

/** The last token of a user. */
interface Issued {
  readonly at: number
  readonly process: Process
  isGiven: boolean
  isRefused: boolean
}

/**
 * One authentication of a user serves all processes for the life of its token. Excused is one after a token was refused, and
 * one soon after either process slept, died or had its clock set, for its lease may be over then.
 */
export const oneAuthentication = (world: VirtualClock, lifetime: number, broken: (what: string) => void): Watcher => {
  const issued = new Map<string, Issued>()
  const owners = new Map<string, string>()

  return {
    arrived: (request, process) => {
      const name = nameOf(request)
      const last = issued.get(name ?? '')
      if (name === undefined || last === undefined || last.isRefused) return
      const age = world.monotonic() - last.at
      const calm = world.monotonic() - Math.max(last.process.troubledUntil(), process.troubledUntil())
      if (age >= lifetime - window || calm < aftermath || (!last.isGiven && !last.process.isAlive())) return
      broken(`${name} authenticates again, ${span(age)} after the last time`)
    },
    answered: (request, process, { status, body }) => {
      const token = bearerOf(request)
      const name = nameOf(request) ?? owners.get(token ?? '')
      if (name === undefined) return
      const last = issued.get(name)
      if (status === 401 && last !== undefined) last.isRefused = true
      if (request.operation !== 'authenticate' || status !== 200) return
      const { access_token } = JSON.parse(body) as { readonly access_token: string }
      owners.set(access_token, name)
      const at = world.monotonic()
      issued.set(name, { at, process, isGiven: false, isRefused: false })
    },
    given: (request, process) => {
      const last = issued.get(nameOf(request) ?? '')
      if (last?.process === process) last.isGiven = true
    },
  }
}

const bearerOf = ({ headers: { Authorization } }: HttpRequest): string | undefined =>
  Authorization instanceof Redacted ? reveal(Authorization).slice('Bearer '.length) : undefined
