import { ReplaySubject } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { Feed } from '../core/Feed.js'
import type { FleetUser, Lane, NewUser, RoundEnd, SuspendedFeed } from './Engine.js'
import { createRoundQueue, type WaitingRound } from './roundQueue.js'

/** The minimum number of milliseconds from the end of a user's round until an immediate round is due. */
const minImmediateWait = 1000

/** A round that a worker holds. */
export interface MemoryRound {
  readonly user: MemoryUser
  readonly queueEntry: WaitingRound
  /** By the monotonic clock. */
  readonly takenAt: number
  /** Emits once if `runNow` is called for the user during the round. */
  readonly runNow$: ReplaySubject<void>
}

/** A user in memory. */
export interface MemoryUser {
  readonly id: string
  uuid: string | undefined
  every: number | undefined
  failures: number
  /** When the first of these rounds has ended, by the monotonic clock. */
  failingSince: number | undefined
  lastError: string | undefined
  reason: string | undefined
  /** The feeds that are suspended, with the reason and the time, by the monotonic clock. */
  feeds: ReadonlyMap<Feed, { readonly reason: string; readonly at: number; readonly isRetried: boolean }>
  /** The user's round that a worker holds. */
  heldRound: MemoryRound | undefined
  /** Whether `runNow` was called for the user during the round. */
  isImmediate: boolean
  /** When the user's last round that was not postponed has ended, by the monotonic clock. */
  endedAt: number
}

/**
 * The maximum number of unknown uuids in each of the two generations that store when `runNow` was called with a uuid.
 */
const maxUnknownUuids = 10_000

/** The users of an engine in memory, and their rounds. All its functions are synchronous. */
export type MemoryUsers = ReturnType<typeof memoryUsers>

/** Creates an empty table of users in memory. Rounds are due by the monotonic clock. */
export const memoryUsers = (clock: Clock) => {
  const users = new Map<string, MemoryUser>()
  const uuids = new Map<string, string>()
  const queue = createRoundQueue()
  let unknownUuids = new Map<string, number>()
  let olderUnknownUuids = new Map<string, number>()

  const schedule = (id: string, wait: number, lane: Lane): void =>
    queue.put({ id, lane, due: clock.monotonic() + wait })

  const add = ({ id, wait }: NewUser): void => {
    if (users.has(id)) return
    const initialFields = {
      uuid: undefined,
      every: undefined,
      failingSince: undefined,
      lastError: undefined,
      reason: undefined,
      heldRound: undefined,
    }
    users.set(id, { id, ...initialFields, failures: 0, feeds: new Map(), isImmediate: false, endedAt: -Infinity })
    schedule(id, wait, 'scheduled')
  }

  const remove = (id: string): boolean => {
    const user = users.get(id)
    if (user === undefined) return false
    users.delete(id)
    queue.drop(id)
    if (user.uuid !== undefined) uuids.delete(user.uuid)
    user.heldRound = undefined
    return true
  }

  /** The wait of an immediate round, which is due no later than the scheduled round would be. */
  const immediateWait = ({ endedAt }: MemoryUser, wait: number): number =>
    Math.max(Math.min(wait, endedAt + minImmediateWait - clock.monotonic()), 0)

  const runNow = (id: string | undefined): boolean => {
    const user = users.get(id ?? '')
    if (user === undefined) return false
    const { heldRound } = user
    if (heldRound !== undefined) {
      user.isImmediate = true
      // The round may finish while this emits.
      heldRound.runNow$.next()
      heldRound.runNow$.complete()
      return true
    }
    const waiting = queue.find(user.id)
    if (waiting?.lane === 'scheduled')
      schedule(user.id, immediateWait(user, waiting.due - clock.monotonic()), 'immediate')
    return true
  }

  const setUuid = (id: string, uuid: string): boolean => {
    const user = users.get(id)
    if (user === undefined) return false
    const lowerCase = uuid.toLowerCase()
    const other = users.get(uuids.get(lowerCase) ?? '')
    if (other !== undefined) other.uuid = undefined
    if (user.uuid !== undefined) uuids.delete(user.uuid)
    user.uuid = lowerCase
    uuids.set(lowerCase, id)
    const runNowAt = unknownUuids.get(lowerCase) ?? olderUnknownUuids.get(lowerCase) ?? -Infinity
    for (const generation of [unknownUuids, olderUnknownUuids]) generation.delete(lowerCase)
    if (user.heldRound !== undefined && runNowAt >= user.heldRound.takenAt) runNow(id)
    return true
  }

  /**
   * Calls `runNow` for the user with a uuid. For an unknown uuid, it stores the time: `setUuid` may give a user this
   * uuid later, during a running round.
   */
  const runNowByUuid = (uuid: string): boolean => {
    const lowerCase = uuid.toLowerCase()
    const isKnown = runNow(uuids.get(lowerCase))
    if (isKnown) return true
    if (unknownUuids.size >= maxUnknownUuids) {
      olderUnknownUuids = unknownUuids
      unknownUuids = new Map()
    }
    unknownUuids.set(lowerCase, clock.monotonic())
    return false
  }

  /** Whether the user has a round, which waits or runs. A user who is suspended until `retry` has none. */
  const hasRound = ({ id, heldRound }: MemoryUser): boolean => heldRound !== undefined || queue.find(id) !== undefined

  const retry = (id: string): boolean => {
    const user = users.get(id)
    if (user === undefined) return false
    user.feeds = new Map(Array.from(user.feeds, ([feed, suspension]) => [feed, { ...suspension, isRetried: true }]))
    if (hasRound(user)) return runNow(id)
    schedule(id, 0, 'scheduled')
    return true
  }

  /** Takes the first round of a lane, if it is due. */
  const take = (lane: Lane): MemoryRound | undefined => {
    const first = queue.first(lane)
    const user = users.get(first?.id ?? '')
    if (first === undefined || user === undefined || first.due > clock.monotonic()) return undefined
    queue.drop(user.id)
    user.heldRound = { user, queueEntry: first, takenAt: clock.monotonic(), runNow$: new ReplaySubject(1) }
    return user.heldRound
  }

  /** Makes an unfinished round due again, if its user has no newer one. */
  const release = (round: MemoryRound): void => {
    const { user, queueEntry } = round
    if (user.heldRound !== round) return
    if (user.isImmediate) schedule(user.id, 0, 'immediate')
    else queue.put(queueEntry)
    user.heldRound = undefined
    user.isImmediate = false
  }

  /** Ends a round if its user has no newer one. Returns whether it did. */
  const endRound = (round: MemoryRound, end: RoundEnd): boolean => {
    const { user } = round
    if (user.heldRound !== round) return false
    const { isImmediate } = user
    user.heldRound = undefined
    user.isImmediate = false
    user.failures = end.failures
    user.failingSince = end.failures === 0 ? undefined : (user.failingSince ?? clock.monotonic())
    if (end._tag === 'Suspended') {
      user.reason = end.reason
      user.lastError = end.reason
    } else {
      user.every = end.every
      user.lastError = end.failures === 0 ? undefined : (end.lastError ?? user.lastError)
      const { suspended = [], resumed = [], isUserResumed } = end
      if (isUserResumed) user.reason = undefined
      user.feeds = new Map([
        ...Array.from(user.feeds).filter(([feed]) => !resumed.includes(feed)),
        ...suspended.map(({ feed, reason }) => [feed, { reason, at: clock.monotonic(), isRetried: false }] as const),
      ])
    }
    if (end._tag === 'Suspended' || end.isPostponed !== true) user.endedAt = clock.monotonic()
    if (end.wait !== undefined)
      schedule(user.id, isImmediate ? immediateWait(user, end.wait) : end.wait, isImmediate ? 'immediate' : 'scheduled')
    return true
  }

  const suspendedFeeds = ({ feeds }: MemoryUser): ReadonlyArray<SuspendedFeed> =>
    Array.from(feeds, ([feed, { at, ...suspension }]) => ({ feed, ...suspension, age: clock.monotonic() - at })).sort(
      (a, b) => (a.feed < b.feed ? -1 : 1),
    )

  /** The milliseconds until the user's next round is due; `undefined` if there is none. */
  const waitOf = (user: MemoryUser): number | undefined =>
    hasRound(user) ? Math.max((queue.find(user.id)?.due ?? 0) - clock.monotonic(), 0) : undefined

  const list = (): ReadonlyArray<FleetUser> =>
    Array.from(users.values(), (user) => {
      const { id, uuid, every, failures, failingSince, lastError, reason } = user
      const failingFor = failingSince === undefined ? undefined : clock.monotonic() - failingSince
      return {
        ...{ id, uuid, every, wait: waitOf(user), failures, failingFor, lastError, reason },
        suspendedFeeds: suspendedFeeds(user),
      }
    }).sort((a, b) => (a.id < b.id ? -1 : 1))

  const counts = () => {
    const now = clock.monotonic()
    const dueTimes = queue.dueTimes().filter((due) => due <= now)
    const allUsers = Array.from(users.values())
    return {
      users: users.size,
      failingUsers: allUsers.filter(({ failures, reason }) => failures > 0 && reason === undefined).length,
      suspendedUsers: allUsers.filter(({ reason }) => reason !== undefined).length,
      suspendedFeeds: allUsers.reduce((sum, { feeds }) => sum + feeds.size, 0),
      dueRounds: dueTimes.length,
      lag: dueTimes.reduce((longest, due) => Math.max(longest, now - due), 0),
      heldRounds: allUsers.filter(({ heldRound }) => heldRound !== undefined).length,
    }
  }

  return {
    add,
    remove,
    setUuid,
    runNow,
    runNowByUuid,
    retry,
    take,
    release,
    endRound,
    list,
    suspendedFeeds,
    counts,
    size: () => users.size,
    /** When the first round of a lane is due; `Infinity` if there is none. */
    nextDue: (lane: Lane) => queue.first(lane)?.due ?? Infinity,
  }
}
