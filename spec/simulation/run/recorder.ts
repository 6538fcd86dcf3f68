import type { Digest } from '../digest.js'
import type { Observer } from '../world/Observer.js'
import type { World } from '../world/World.js'

/** What requests without an answer are counted as. */
const ends = { lost: 'requests lost to a fault', aborted: 'requests aborted by the client' } as const

/** Counts what happens, takes it into the digest, and says it where a trace is wanted. */
export const recorder = ({ counts, machine, say }: World, digest: Digest): Observer => ({
  sent: ({ request: { operation }, person }) => {
    counts.add('requests')
    counts.add(operation === 'authenticate' ? 'authentications' : `requests of ${operation}`)
    digest.add(machine.now(), operation, person?.number ?? -1)
  },
  settled: ({ request: { operation }, person }, outcome) => {
    if (typeof outcome !== 'number') counts.add(ends[outcome])
    digest.add(
      machine.now(),
      typeof outcome === 'number' ? 'answered' : outcome,
      typeof outcome === 'number' ? outcome : 0,
    )
    say(person, () => `${operation}: ${String(outcome)}`)
  },
  token: (person) => {
    digest.add(machine.now(), 'token', person.number)
    say(person, () => 'a subscriber of token$ is given a token')
  },
  kept: (person, operation, rows) => {
    if (rows.length === 0) return
    digest.add(machine.now(), 'kept', rows.length)
    say(person, () => `${operation}: ${String(rows.length)} rows reach the sink`)
  },
  saved: (person, _key, { position }) => {
    digest.add(position?.moment ?? 0, 'saved', person.number)
    say(person, () => `the checkpoint ${position === null ? 'none' : new Date(position.moment).toISOString()} is kept`)
  },
  shortened: (person, _key, { rows }) => {
    digest.add(rows.length, 'shortened', person.number)
    say(person, () => `${String(rows.length)} rows stay in the bookmark`)
  },
  failed: (person, operation, error) => {
    counts.add('streams ended by an error')
    digest.add(machine.now(), 'failed', person.number)
    say(person, () => `${operation} errors: ${String(error)}`)
  },
  unhandled: () => {
    counts.add('errors thrown by consumers')
  },
})
