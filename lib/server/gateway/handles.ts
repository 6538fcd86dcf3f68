import type { Either } from 'fp-ts/lib/Either.js'
import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import type { PagingReason } from '../../base/error/PagingError.js'
import { createRecencyMap, type RecencyMap } from '../recencyMap.js'

/**
 * A link of the service to another page: the `path` of the list, the number of the page, and its URL or the reason why
 * the link is refused. `userUuid`: the lower-case uuid of the user for whom the list was read; `undefined` for a
 * public list.
 */
export interface Link {
  readonly path: string
  readonly userUuid?: string | undefined
  readonly number: number
  readonly url: Either<PagingReason, string>
}

/**
 * The maximum numbers of stored handles, and how many milliseconds a handle is valid after it was last sent or used.
 */
export interface HandlesConfig {
  readonly perUser: number
  readonly total: number
  readonly lifetime: number
}

/** Handles, which replace links; each is valid for one user and one list. */
export interface Handles {
  /** Returns the handle of a link. Equal links have equal handles, so that the browser's client can detect cycles. */
  readonly getHandle: (user: string, link: Link) => string
  /** Finds the link of a handle; `None` if it belongs to another user or list, or is no longer stored. */
  readonly find: (user: string, path: string, handle: string) => Option<Link>
  /** How many handles are stored. */
  readonly size: () => number
  /** How many users have handles. */
  readonly users: () => number
}

interface Entry {
  readonly name: string
  readonly user: string
  readonly key: string
  readonly link: Link
  readonly expires: number
}

/** Creates the store of handles. It deletes expired ones and, beyond the maximum, the least recently used. */
export const createHandles = (
  now: () => number,
  createHandle: () => string,
  { perUser, total, lifetime }: HandlesConfig,
): Handles => {
  const all = createRecencyMap<Entry>()
  const users = new Map<string, RecencyMap<Entry>>()

  const drop = ({ name, user, key }: Entry): void => {
    all.delete(name)
    const userEntries = users.get(user)
    userEntries?.delete(key)
    if (userEntries?.size() === 0) users.delete(user)
  }

  const store = (entry: Entry): void => {
    const userEntries = users.get(entry.user) ?? createRecencyMap<Entry>()
    users.set(entry.user, userEntries)
    userEntries.put(entry.key, entry)
    all.put(entry.name, entry)
  }

  const dropOldestWhile = (map: RecencyMap<Entry>, condition: (entry: Entry) => boolean): void => {
    for (let entry = map.first(); entry !== undefined && condition(entry); entry = map.first()) drop(entry)
  }

  const dropExpired = (): void => {
    dropOldestWhile(all, ({ expires }) => expires <= now())
  }

  return {
    getHandle: (user, link) => {
      dropExpired()
      const key = JSON.stringify([link.path, link.userUuid, link.url])
      const userEntries = users.get(user)
      const existing = userEntries?.get(key)
      if (existing === undefined) {
        if (userEntries !== undefined) dropOldestWhile(userEntries, () => userEntries.size() >= perUser)
        dropOldestWhile(all, () => all.size() >= total)
      }
      const entry = { name: existing?.name ?? createHandle(), user, key, link, expires: now() + lifetime }
      store(entry)
      return entry.name
    },
    find: (user, path, handle) => {
      dropExpired()
      const entry = all.get(handle)
      const isOwn = entry?.user === user && entry.link.path === path
      if (isOwn) store({ ...entry, expires: now() + lifetime })
      return fromNullable(isOwn ? entry.link : undefined)
    },
    size: all.size,
    users: () => users.size,
  }
}
