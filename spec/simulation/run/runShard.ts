import { config } from 'rxjs'
import { type Action, plan } from '../actions/plan.js'
import { hasCopies, liveCopies } from '../copies/liveCopies.js'
import { createDigest } from '../digest.js'
import { invariants } from '../invariants/invariants.js'
import { hasProofs, liveProofs } from '../proofs/liveProofs.js'
import { isShared, liveShared } from '../shared/liveShared.js'
import { beginning, day, hour } from '../time.js'
import { createWorld } from '../world/createWorld.js'
import type { World } from '../world/World.js'
import { isDue } from './isDue.js'
import type { Broken, Job, Outcome } from './Job.js'
import { recorder } from './recorder.js'

/** For so long nobody disturbs anything, before all is looked at. */
const rest = 8 * hour

/** Timers of the platform are not the client's to arm; only RxJS does, to tell what nobody handles. */
const withoutPlatformTimers = <A>(onUnhandled: (error: unknown) => void, work: () => A): A => {
  const { setTimeout } = globalThis
  const { onUnhandledError } = config
  config.onUnhandledError = onUnhandled
  globalThis.setTimeout = ((report: () => void) => report()) as unknown as typeof setTimeout
  try {
    return work()
  } finally {
    globalThis.setTimeout = setTimeout
    config.onUnhandledError = onUnhandledError
  }
}

/** Runs a world from its first day to its last, or to the first invariant that breaks. */
export const runShard = (job: Job, isTraced = false): Outcome => {
  const { seed, shard, users, from, until, faultRate } = job
  const participants = job.participants === undefined ? undefined : new Set(job.participants)
  const only = job.only === undefined ? undefined : new Set(job.only)
  const digest = createDigest()
  const trace: Array<string> = []
  const done: Array<string> = []
  let broken: Broken | undefined
  let elapsed = from * day

  const takesPart = (user: number): boolean => participants?.has(user) ?? true
  const isDone = (action: Action): boolean =>
    (only === undefined ? isDue(action, world, faultRate) : only.has(action.id)) &&
    (action.user === undefined || takesPart(action.user))

  const observers = (world: World) => [
    recorder(world, digest),
    ...invariants.map(({ name, watch }) =>
      watch(world, (what) => {
        const time = world.machine.now()
        if (broken === undefined) world.say(undefined, () => `BROKEN: ${what}`)
        broken ??= { invariant: name, what, time, days: elapsedAt(world) / day }
      }),
    ),
  ]
  const elapsedAt = ({ machine }: World): number => machine.now() - machine.slept() - beginning

  const world: World = createWorld({
    seed,
    shard,
    users,
    takesPart,
    from,
    observers,
    say: (person, words) => {
      if (!isTraced || broken !== undefined) return
      const time = new Date(world.machine.now()).toISOString()
      trace.push(`${time}  ${person === undefined ? '      ' : `user ${String(person.number)}`}  ${words()}`)
    },
  })

  const advanceTo = (at: number): void => {
    world.machine.advance(Math.max(at - elapsed, 0))
    elapsed = Math.max(elapsed, at)
    world.notice.rest()
    // Nobody reads what the sandbox has noted.
    world.sandbox.journal.clear()
  }

  const isBroken = (): boolean => broken !== undefined

  const act = (action: Action): void => {
    if (isBroken()) return
    advanceTo(action.at)
    if (isBroken() || !isDone(action)) return
    const person = world.people.find(({ number }) => number === action.user)
    world.say(person, () => `* ${action.words}  [${action.id}]`)
    done.push(action.id)
    action.run(world, person as never)
  }

  const live = (): void => {
    for (const person of world.people) world.enter(person)
    for (let number = from; number < until && broken === undefined; number++) {
      for (const action of plan({ seed, shard, users, faultRate }, number)) {
        if (action.at <= until * day) act(action)
      }
    }
    if (broken === undefined) advanceTo(until * day)
  }

  const settle = (): void => {
    for (const person of world.people) {
      person.faults.length = 0
      person.process = 'well'
      person.store = 'well'
    }
    world.sandbox.faults.clear()
    world.service.lag = 0
    world.travel.slowUntil = -Infinity
    for (let hours = 0; hours < rest / hour && broken === undefined; hours++) advanceTo(elapsed + hour)
    if (broken === undefined) world.notice.end()
    for (const person of world.people) world.leave(person)
  }

  const share = (): void => {
    const life = liveShared(job)
    for (const [name, count] of Object.entries(life.counts)) world.counts.add(name, count)
    digest.add(beginning, 'shared', life.counts['requests of processes that share'] ?? 0)
    if (life.broken !== undefined) broken = { ...life.broken, days: (life.broken.time - beginning) / day }
  }

  const copy = (): void => {
    const life = liveCopies(job)
    for (const [name, count] of Object.entries(life.counts)) world.counts.add(name, count)
    digest.add(beginning, 'copies', life.counts['copies: requests'] ?? 0)
    if (isTraced) trace.push(...life.trace)
    if (life.broken !== undefined) broken = { ...life.broken, days: (life.broken.time - beginning) / day }
  }

  const prove = (): void => {
    const life = liveProofs(job)
    for (const [name, count] of Object.entries(life.counts)) world.counts.add(name, count)
    digest.add(beginning, 'proofs', life.counts['proofs: events'] ?? 0)
    if (isTraced) trace.push(...life.trace)
    if (life.broken !== undefined) broken = { ...life.broken, days: (life.broken.time - beginning) / day }
  }

  withoutPlatformTimers(
    (error) => world.notice.unhandled(error),
    () => {
      if (job.part === undefined) {
        live()
        if (broken === undefined) settle()
        if (broken === undefined && isShared(job)) share()
      }
      if (broken === undefined && job.part !== 'proofs' && hasCopies(job)) copy()
      if (broken === undefined && job.part !== 'copies' && hasProofs(job)) prove()
    },
  )
  const outcome = { digest: digest.text(), counts: world.counts.all(), done, trace }
  return broken === undefined ? outcome : { ...outcome, broken }
}
