import { ReplaySubject } from 'rxjs'
import type { Clock } from '../../index.js'
import type { Feed } from '../core/Feed.js'
import type { FleetUser, Lane, NewUser, RoundEnd, SetAsideFeed } from './Engine.js'
import { createRoundQueue, type WaitingRound } from './roundQueue.js'

/** A round that a worker holds. */
export interface MemoryRound {
  readonly user: MemoryUser
  readonly waited: WaitingRound
  /** Emits once if the user is hurried during the round. */
  readonly hurried: ReplaySubject<void>
}

/** A user as it is kept in memory. */
export interface MemoryUser {
  readonly id: string
  uuid: string | undefined
  every: number | undefined
  failures: number
  reason: string | undefined
  /** The feeds that are set aside: why, and since when, by the monotonic clock. */
  feeds: ReadonlyMap<Feed, { readonly reason: string; readonly at: number }>
  /** The user's round that a worker holds, until the round has ended or another worker may take it. */
  held: MemoryRound | undefined
  /** Whether the user was hurried while the round ran. */
  isHurried: boolean
}

/** The users of an engine in memory, and their rounds. All its functions are synchronous. */
export type MemoryUsers = ReturnType<typeof memoryUsers>

/** Creates an engine's users in memory, none at first. Rounds are due by the monotonic clock. */
export const memoryUsers = (clock: Clock) => {
  const users = new Map<string, MemoryUser>()
  const uuids = new Map<string, string>()
  const queue = createRoundQueue()

  const schedule = (id: string, wait: number, lane: Lane): void =>
    queue.put({ id, lane, due: clock.monotonic() + wait })

  const add = ({ id, wait }: NewUser): void => {
    if (users.has(id)) return
    const unknown = { uuid: undefined, every: undefined, reason: undefined, held: undefined }
    users.set(id, { id, ...unknown, failures: 0, feeds: new Map(), isHurried: false })
    schedule(id, wait, 'scheduled')
  }

  const remove = (id: string): boolean => {
    const user = users.get(id)
    if (user === undefined) return false
    users.delete(id)
    queue.drop(id)
    if (user.uuid !== undefined) uuids.delete(user.uuid)
    user.held = undefined
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
    return true
  }

  const hurry = (id: string | undefined): boolean => {
    const user = users.get(id ?? '')
    if (user === undefined) return false
    if (user.held !== undefined) {
      user.isHurried = true
      user.held.hurried.next()
      user.held.hurried.complete()
    } else if (queue.of(user.id)?.lane === 'scheduled') schedule(user.id, 0, 'hurried')
    return true
  }

  const retry = (id: string): boolean => {
    const user = users.get(id)
    if (user === undefined) return false
    const hadFeeds = user.feeds.size > 0
    user.feeds = new Map()
    if (user.reason === undefined) return hadFeeds && hurry(id)
    user.reason = undefined
    user.failures = 0
    schedule(id, 0, 'scheduled')
    return true
  }

  /** Takes the first round of a lane, if it is due. */
  const take = (lane: Lane): MemoryRound | undefined => {
    const waited = queue.first(lane)
    const user = users.get(waited?.id ?? '')
    if (waited === undefined || user === undefined || waited.due > clock.monotonic()) return undefined
    queue.drop(user.id)
    user.held = { user, waited, hurried: new ReplaySubject(1) }
    return user.held
  }

  /** Makes a round that was not ended due again, if it is still the round of its user. */
  const release = (held: MemoryRound): void => {
    const { user, waited } = held
    if (user.held !== held) return
    if (user.isHurried) schedule(user.id, 0, 'hurried')
    else queue.put(waited)
    user.held = undefined
    user.isHurried = false
  }

  /** Ends a round if it is still the round of its user, and returns whether it was. */
  const settle = (held: MemoryRound, end: RoundEnd): boolean => {
    const { user } = held
    if (user.held !== held) return false
    const { isHurried } = user
    user.held = undefined
    user.isHurried = false
    if (end._tag === 'SetAside') user.reason = end.reason
    else {
      user.every = end.every
      user.failures = end.failures
      const { setAside = [], readmitted = [] } = end
      user.feeds = new Map([
        ...Array.from(user.feeds).filter(([feed]) => !readmitted.includes(feed)),
        ...setAside.map(({ feed, reason }) => [feed, { reason, at: clock.monotonic() }] as const),
      ])
      schedule(user.id, isHurried ? 0 : end.wait, isHurried ? 'hurried' : 'scheduled')
    }
    return true
  }

  const feedsSetAside = ({ feeds }: MemoryUser): ReadonlyArray<SetAsideFeed> =>
    Array.from(feeds, ([feed, { reason, at }]) => ({ feed, reason, age: clock.monotonic() - at })).sort((a, b) =>
      a.feed < b.feed ? -1 : 1,
    )

  const list = (): ReadonlyArray<FleetUser> =>
    Array.from(users.values(), (user) => {
      const { id, uuid, every, failures, reason } = user
      return { id, uuid, every, failures, reason, feedsSetAside: feedsSetAside(user) }
    }).sort((a, b) => (a.id < b.id ? -1 : 1))

  const counts = () => {
    const now = clock.monotonic()
    const lags = queue.moments().filter((due) => due <= now)
    const known = Array.from(users.values())
    return {
      users: users.size,
      usersSetAside: known.filter(({ reason }) => reason !== undefined).length,
      feedsSetAside: known.reduce((sum, { feeds }) => sum + feeds.size, 0),
      dueRounds: lags.length,
      lag: lags.reduce((longest, due) => Math.max(longest, now - due), 0),
      heldRounds: known.filter(({ held }) => held !== undefined).length,
    }
  }

  return {
    add,
    remove,
    setUuid,
    hurry,
    idOf: (uuid: string) => uuids.get(uuid.toLowerCase()),
    retry,
    take,
    release,
    settle,
    list,
    feedsSetAside,
    counts,
    size: () => users.size,
    /** When the first round of a lane is due; `Infinity` if there is none. */
    next: (lane: Lane) => queue.first(lane)?.due ?? Infinity,
  }
}
