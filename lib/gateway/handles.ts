import type { Either } from 'fp-ts/lib/Either.js'
import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import type { PagingReason } from '../error/PagingError.js'
import { createRecent, type Recent } from './recent.js'

/** Where a link of the service leads: which page, and its address or why it has none; `path` is the list's. */
export interface Link {
  readonly path: string
  readonly number: number
  readonly url: Either<PagingReason, string>
}

/** How many handles are kept, and for how long after they were last given or used, in milliseconds. */
export interface HandlesConfig {
  readonly perUser: number
  readonly inAll: number
  readonly lifetime: number
}

/** The handles that stand for links, each of one user and one list. */
export interface Handles {
  /** A handle for a link: the same for the same one, so that a list which goes in circles is seen to. */
  readonly give: (user: string, link: Link) => string
  /** The link that a handle stands for, if it is this user's and this list's, and is still kept. */
  readonly find: (user: string, path: string, handle: string) => Option<Link>
  /** How many are kept. */
  readonly size: () => number
  /** How many users have any. */
  readonly users: () => number
}

interface Held {
  readonly name: string
  readonly user: string
  readonly key: string
  readonly link: Link
  readonly expires: number
}

/** A table of handles: what is too old or too many goes, the least recently used first. */
export const createHandles = (
  now: () => number,
  name: () => string,
  { perUser, inAll, lifetime }: HandlesConfig,
): Handles => {
  const all = createRecent<Held>()
  const users = new Map<string, Recent<Held>>()

  const drop = ({ name, user, key }: Held): void => {
    all.delete(name)
    const own = users.get(user)
    own?.delete(key)
    if (own?.size() === 0) users.delete(user)
  }

  const keep = (held: Held): void => {
    const own = users.get(held.user) ?? createRecent<Held>()
    users.set(held.user, own)
    own.put(held.key, held)
    all.put(held.name, held)
  }

  const dropWhile = (of: Recent<Held>, isTooMuch: (held: Held) => boolean): void => {
    for (let held = of.first(); held !== undefined && isTooMuch(held); held = of.first()) drop(held)
  }

  const dropExpired = (): void => {
    dropWhile(all, ({ expires }) => expires <= now())
  }

  return {
    give: (user, link) => {
      dropExpired()
      const key = JSON.stringify([link.path, link.url])
      const own = users.get(user)
      const known = own?.get(key)
      if (known === undefined) {
        if (own !== undefined) dropWhile(own, () => own.size() >= perUser)
        dropWhile(all, () => all.size() >= inAll)
      }
      const held = { name: known?.name ?? name(), user, key, link, expires: now() + lifetime }
      keep(held)
      return held.name
    },
    find: (user, path, handle) => {
      dropExpired()
      const held = all.get(handle)
      const isOwn = held?.user === user && held.link.path === path
      if (isOwn) keep({ ...held, expires: now() + lifetime })
      return fromNullable(isOwn ? held.link : undefined)
    },
    size: all.size,
    users: () => users.size,
  }
}
