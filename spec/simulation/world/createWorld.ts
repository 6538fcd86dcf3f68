import type { Client } from '../../../lib/client/Client.js'
import { createClient } from '../../../lib/client/createClient.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createSandbox } from '../../../lib/testing/sandbox/createSandbox.js'
import { draw } from '../../../lib/testing/sandbox/seededRandom.js'
import { oneOf, seeded } from '../random.js'
import { type Counts, createCounts } from '../run/Counts.js'
import { beginning, day, hour, minute, second } from '../time.js'
import { createPerson } from './createPerson.js'
import { drawLimits } from './limits.js'
import { createMachine } from './machine.js'
import { type Notice, type Observer, tellAll } from './Observer.js'
import type { Person } from './Person.js'
import { presence } from './presence.js'
import { createReplicas } from './replicas.js'
import { routine } from './routine.js'
import { drawService } from './service.js'
import { createTravel } from './travel.js'
import { createWire } from './wire.js'
import type { World } from './World.js'

/** Which shard of which simulation a world is, and from which day on. */
export interface WorldConfig {
  readonly seed: number
  readonly shard: number
  /** How many users the shard has, and who of them takes part. */
  readonly users: number
  readonly takesPart: (number: number) => boolean
  readonly from: number
  readonly observers: (world: World) => ReadonlyArray<Observer>
  readonly say: World['say']
}

/** Nothing is sent outside it. */
export const baseUrl = 'https://bank.invalid/gate'
/** No event, error or trace has it. */
export const credentials = { clientId: 'simulation', clientSecret: 'canary-secret-5f2d' }

const errors = [0, 0, 0, 20 * second, -25 * second, 8 * minute, -9 * minute, 3 * hour, -5 * hour]

/** Makes a world in which nobody is subscribed yet. */
export const createWorld = ({ seed, shard, users, takesPart, from, observers, say }: WorldConfig): World => {
  const own = seeded(seed, shard, 0x3041d)
  const limits = drawLimits(seeded(seed, shard, 0x11717))
  const machine = createMachine(beginning + from * day, oneOf(own, errors))
  const sandbox = createSandbox({
    profile: documentedProfile,
    seed: draw(draw(seed, shard), 1),
    clock: machine.service,
    credentials,
    users,
    banks: 30,
    transactions: 40,
    stocks: 3,
  })
  const everybody = sandbox.users.map((user, number) => createPerson(user, number, seeded(seed, shard, 0x9e0, number)))
  const people = everybody.filter(({ number }) => takesPart(number))
  const counts: Counts = createCounts()
  const service = drawService(seeded(seed, shard, 0x5e21))
  const travel = createTravel(seeded(seed, shard, 0x72a7), machine.now)
  const replicas = createReplicas(service, seeded(seed, shard, 0x2e91), counts, machine.now)
  const wire = createWire({ machine, sandbox, people, counts, travel, replicas, notice: () => notice })

  const open = (http: typeof wire.http, random: () => number, profile = documentedProfile): Client =>
    createClient({ baseUrl, ...credentials, http, clock: machine.known().clock, random, profile })

  const begin = (): Client => {
    const born = open(wire.http, seeded(seed, shard, 0xc11e, counts.of('crashes')), { ...documentedProfile, limits })
    born.events$.subscribe((event) => {
      notice.event(event)
      if (event._tag === 'BudgetChanged' && event.scope === 'application' && event.coolDown > 0)
        world.disturb(people, event.coolDown + 10 * minute)
    })
    return born
  }

  let client: Client
  let isUp = true
  const outside = new Set<{ readonly due: number; readonly work: () => void }>()
  const visitors = presence(
    (person, operation) => notice.entered(person, operation),
    (person, operation) => notice.left(person, operation),
  )

  const arm = (entry: { readonly due: number; readonly work: () => void }): void => {
    machine.later(Math.max(entry.due - machine.now(), 0), () => {
      outside.delete(entry)
      entry.work()
    })
  }

  const world: World = {
    machine,
    sandbox,
    service,
    travel,
    people,
    counts,
    limits,
    random: own,
    get notice() {
      return notice
    },
    isUp: () => isUp,
    client: () => client,
    inFlight: wire.inFlight,
    subscribed: visitors.total,
    enter: (person) => {
      if (isUp && !person.isAway) routine(world, person)
    },
    leave: (person) => visitors.leave(person),
    visit: (person, operation, visit) => {
      if (isUp) visitors.enter(person, operation, visit)
    },
    returning: (ms, work) => {
      const entry = { due: machine.now() + ms, work }
      outside.add(entry)
      arm(entry)
    },
    crash: (downtime) => {
      isUp = false
      counts.add('crashes')
      wire.cut()
      machine.restart()
      visitors.forget(people)
      notice.crashed()
      for (const entry of outside) arm(entry)
      machine.later(downtime, () => {
        isUp = true
        client = begin()
        for (const person of people) world.enter(person)
      })
    },
    disturb: (whom: ReadonlyArray<Person>, ms) => {
      for (const person of whom) person.disturbedUntil = Math.max(person.disturbedUntil, machine.now() + ms)
    },
    say,
    truth: () => open(sandbox.http, () => 0),
  }
  const notice: Notice = tellAll(observers(world))
  client = begin()
  return world
}
