import type { Client } from '../../../lib/client/Client.js'
import type { Limits } from '../../../lib/service/profile/rateLimits.js'
import type { Sandbox } from '../../../lib/testing/sandbox/Sandbox.js'
import type { Random } from '../random.js'
import type { Counts } from '../run/Counts.js'
import type { Machine } from './machine.js'
import type { Notice } from './Observer.js'
import type { Person } from './Person.js'
import type { Service } from './service.js'
import type { Travel } from './travel.js'

/** A shard of the simulation: a service, the machine that a client runs on, and the users of the application. */
export interface World {
  readonly machine: Machine
  readonly sandbox: Sandbox
  readonly service: Service
  readonly travel: Travel
  readonly people: ReadonlyArray<Person>
  readonly notice: Notice
  readonly counts: Counts
  /** What the service allows. */
  readonly limits: Limits
  /** For what the application and the network do by themselves. */
  readonly random: Random
  /** Whether a process runs: between a crash and the next beginning there is none. */
  readonly isUp: () => boolean
  /** The client of the process that runs, or of the last one. */
  readonly client: () => Client
  /** Requests on the wire: all, those of a user, or those of an operation of a user. */
  readonly inFlight: (person?: Person, operation?: string) => number
  /** How many are subscribed to anything. */
  readonly subscribed: () => number
  /** Subscribes a user to all that it watches; to nothing while it is away. */
  readonly enter: (person: Person) => void
  /** Unsubscribes a user from everything. */
  readonly leave: (person: Person) => void
  /** Subscribes a user to one thing more, until it ends or the user leaves. */
  readonly visit: (person: Person, operation: string, visit: Visit) => void
  /** The process ends in the middle of whatever it does; the next one begins after a time. */
  readonly crash: (downtime: number) => void
  /** Does something after a time, whatever becomes of the process: what is outside it goes on. */
  readonly returning: (ms: number, work: () => void) => void
  /** Something delays the updates of these users, for so long. */
  readonly disturb: (people: ReadonlyArray<Person>, ms: number) => void
  /** Says what happened, where a trace is wanted. */
  readonly say: (person: Person | undefined, words: () => string) => void
  /** The service alone: what a perfect client reads. */
  readonly truth: () => Client
}

/** Subscribes to a stream; answers how to unsubscribe. `end` is called when it ends by itself. */
export type Visit = (end: (error?: unknown) => void) => () => void
