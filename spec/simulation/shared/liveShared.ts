import { defer, EMPTY } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import { memoryCheckpointStore } from '../../../lib/server/checkpoints/memoryCheckpointStore.js'
import { memoryPermits } from '../../../lib/server/stores/memoryPermits.js'
import { memoryTokenStore } from '../../../lib/server/stores/memoryTokenStore.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createSandbox } from '../../../lib/testing/sandbox/createSandbox.js'
import { oneOf, seeded, sized, whole } from '../random.js'
import type { Job } from '../run/Job.js'
import { beginning, hour, minute, second } from '../time.js'
import { createDoor, type Watcher } from './createDoor.js'
import { createProcess, type Process } from './createProcess.js'
import { oneAuthentication } from './oneAuthentication.js'

const limit = { requests: 6, per: 10 * second }
const lifetime = 2 * hour
const hours = 6

/** What broke, and when in true time. */
export interface SharedBroken {
  readonly invariant: string
  readonly what: string
  readonly time: number
}

/** What is counted of such a life. */
export interface SharedLife {
  readonly broken: SharedBroken | undefined
  readonly counts: Readonly<Record<string, number>>
}

/** Whether a shard has such a life. */
export const isShared = ({ seed, shard, from }: Job): boolean => from === 0 && (seed + shard) % 4 === 0

/**
 * Six hours of three processes that share the permits of an application and its tokens, under one clock, and of their users,
 * whom each of them watches: requests fail, processes sleep and are killed, and their clocks are set.
 */
export const liveShared = ({ seed, shard }: Job): SharedLife => {
  const random = seeded(seed, shard, 0x5a4ed)
  const world = createVirtualClock({ start: beginning })
  const sandbox = createSandbox({
    profile: documentedProfile,
    seed: seed + 7,
    clock: world,
    users: 3,
    banks: 10,
    transactions: 12,
    stocks: 0,
    tokenLifetime: lifetime,
  })
  const permits = memoryPermits({ ...limit, clock: world })
  const tokenStore = memoryTokenStore({ clock: world })
  const counts = {
    'processes that share': 3,
    'processes that share killed': 0,
    'requests of processes that share': 0,
    'rows of processes that share, compared': 0,
  }
  let broken: SharedBroken | undefined
  const breaks = (invariant: string) => (what: string) => {
    broken ??= { invariant, what, time: world.wall() }
  }
  const tellLimit = breaks('requests of all processes that arrive within a window are no more than their limit')
  const tokens = oneAuthentication(world, lifetime, breaks('one authentication of a user serves all processes'))

  const arrivals: Array<number> = []
  const watcher: Watcher = {
    ...tokens,
    arrived: (request, process) => {
      counts['requests of processes that share']++
      arrivals.push(world.monotonic())
      while (world.monotonic() - (arrivals[0] ?? 0) >= limit.per - 0.001) arrivals.shift()
      if (arrivals.length > limit.requests)
        tellLimit(`${String(arrivals.length)}, where ${String(limit.requests)} are allowed`)
      tokens.arrived(request, process)
    },
  }
  const door = createDoor(world, sandbox, random, watcher)

  /** What outlives a process: the rows of each user, and where they stand. */
  const places = [0, 1, 2].map(() => ({
    store: memoryCheckpointStore(),
    sinks: sandbox.users.map(() => new Map<number, unknown>()),
  }))
  const running: Array<Process> = []

  const begin = (place: number): void => {
    const process = createProcess(world, oneOf(random, [0, 0, 3 * hour, -5 * hour]))
    running[place] = process
    // A store object of its own, as in a process: a killed one never frees the keys of its watchers.
    const store = { ...(places[place]?.store ?? memoryCheckpointStore()) }
    const client = createClient({
      baseUrl: 'https://bank.invalid',
      ...sandbox.credentials,
      http: door(process),
      clock: process.clock,
      random,
      profile: { ...documentedProfile, limits: {} },
      permits,
      tokenStore,
    })
    sandbox.users.forEach(({ externalUserId }, number) => {
      const sink = places[place]?.sinks[number]
      const watch = (): void => {
        client
          .user({ externalUserId })
          .transactions.watchUpdated({
            since: new Date(beginning - hour),
            every: hour,
            limit: 5,
            store,
            process: ({ resources }) =>
              defer(() => {
                for (const row of resources) sink?.set(row.id, row)
                return EMPTY
              }),
          })
          .subscribe({ error: () => void process.clock.scheduler.schedule(watch, 10 * minute) })
      }
      watch()
    })
  }

  const kill = (place: number): void => {
    running[place]?.kill()
    counts['processes that share killed']++
    world.scheduler.schedule(() => begin(place), random() < 0.5 ? 0 : sized(random, second, hour))
  }

  const user = () => oneOf(random, sandbox.users)
  const living = () => oneOf(random, running)
  const actions: ReadonlyArray<() => unknown> = [
    () => sandbox.insertTransactions(user().uuid, whole(random, 1, 4)),
    () => sandbox.insertTransactions(user().uuid, whole(random, 1, 4)),
    () => sandbox.faults.add({ kind: 'server-error', times: whole(random, 1, 3) }),
    () => sandbox.faults.add({ kind: 'disconnect', times: whole(random, 1, 3) }),
    () => sandbox.faults.add({ kind: 'rate-limit', retryAfter: whole(random, 1, 300) }),
    () => sandbox.revokeTokens(user().uuid),
    () => living().sleep(sized(random, second, hour)),
    () => living().stepWall(oneOf(random, [hour, -hour, whole(random, -9 * hour, 9 * hour)])),
    () => kill(whole(random, 0, 2)),
  ]

  for (const place of places.keys()) begin(place)
  const end = world.monotonic() + hours * hour
  while (world.monotonic() < end && broken === undefined) {
    oneOf(random, actions)()
    world.advance(sized(random, second, 40 * minute))
    sandbox.journal.clear()
  }
  sandbox.faults.clear()
  world.advance(5 * hour)
  const whole$ = createClient({
    baseUrl: 'https://bank.invalid',
    ...sandbox.credentials,
    http: sandbox.http,
    clock: world,
    profile: { ...documentedProfile, limits: {} },
  })
  const tellRows = breaks('every row of the service is with each process in the end')
  sandbox.users.forEach(({ externalUserId }, number) => {
    whole$
      .user({ externalUserId })
      .transactions.updated({ since: new Date(beginning - hour) })
      .all({ limit: 500 })
      .subscribe((row) => {
        counts['rows of processes that share, compared']++
        for (const [place, { sinks }] of places.entries())
          if (JSON.stringify(sinks[number]?.get(row.id)) !== JSON.stringify(row))
            tellRows(`row ${String(row.id)} of user ${String(number)} is not with process ${String(place)} as it is`)
      })
  })
  return { broken, counts }
}
