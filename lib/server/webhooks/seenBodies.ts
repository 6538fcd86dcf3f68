import { createHash } from 'node:crypto'
import type { Clock } from '../../base/clock/Clock.js'
import { createRecencyMap } from '../recencyMap.js'

/** The maximum number of digests in memory, at about 150 bytes each. */
const maxBodies = 100_000

interface SeenBody {
  readonly key: string
  readonly seenAt: number
}

/** The bodies that were received before. */
export interface SeenBodies {
  /** The digest of a body. */
  readonly keyOf: (body: Uint8Array) => string
  /** Returns whether a body is remembered. */
  readonly has: (body: Uint8Array) => boolean
  /** Remembers a body. Returns whether it is new. */
  readonly add: (body: Uint8Array) => boolean
}

/** Remembers bodies for `lifetime` milliseconds. It compares digests of the bodies, because webhooks have no id. */
export const createSeenBodies = (clock: Clock, lifetime: number): SeenBodies => {
  const seen = createRecencyMap<SeenBody>()

  const forgetOldestWhile = (condition: (first: SeenBody) => boolean): void => {
    for (let first = seen.first(); first !== undefined && condition(first); first = seen.first()) seen.delete(first.key)
  }

  const keyOf = (body: Uint8Array): string => {
    forgetOldestWhile((first) => first.seenAt < clock.monotonic() - lifetime)
    return createHash('sha256').update(body).digest('base64')
  }

  return {
    keyOf,
    has: (body) => seen.get(keyOf(body)) !== undefined,
    add: (body) => {
      const key = keyOf(body)
      if (seen.get(key) !== undefined) return false
      forgetOldestWhile(() => seen.size() >= maxBodies)
      seen.put(key, { key, seenAt: clock.monotonic() })
      return true
    },
  }
}
