import { createHash } from 'node:crypto'
import type { Clock } from '../../index.js'
import { createRecencyMap } from '../recencyMap.js'

/** How many digests of bodies are kept at most, at some 150 bytes each. */
const maxBodies = 100_000

interface Seen {
  readonly key: string
  readonly at: number
}

/** The bodies that were received before. */
export interface SeenBodies {
  /** The digest of a body. */
  readonly keyOf: (body: Uint8Array) => string
  /** Returns whether a body is remembered. */
  readonly has: (body: Uint8Array) => boolean
  /** Returns whether a body is new, and remembers it. */
  readonly isNew: (body: Uint8Array) => boolean
}

/** Remembers bodies for `lifetime` milliseconds. It compares digests of the bodies, because webhooks have no id. */
export const createSeenBodies = (clock: Clock, lifetime: number): SeenBodies => {
  const seen = createRecencyMap<Seen>()

  const forgetWhile = (isExpired: (first: Seen) => boolean): void => {
    for (let first = seen.first(); first !== undefined && isExpired(first); first = seen.first()) seen.delete(first.key)
  }

  const keyOf = (body: Uint8Array): string => {
    forgetWhile((first) => first.at < clock.monotonic() - lifetime)
    return createHash('sha256').update(body).digest('base64')
  }

  return {
    keyOf,
    has: (body) => seen.get(keyOf(body)) !== undefined,
    isNew: (body) => {
      const key = keyOf(body)
      if (seen.get(key) !== undefined) return false
      forgetWhile(() => seen.size() >= maxBodies)
      seen.put(key, { key, at: clock.monotonic() })
      return true
    },
  }
}
