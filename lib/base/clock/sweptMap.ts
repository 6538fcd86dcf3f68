import { textHash } from '../hash/textHash.js'
import { afterCollections } from '../platform/afterCollections.js'
import type { Clock } from './Clock.js'

/** What a map does with its values. */
export interface SweptMapConfig<V, R> {
  /** Whether nothing uses a value any more. */
  readonly isIdle: (value: V) => boolean
  /** The minimum milliseconds from the last use of a value to its removal; default 0. */
  readonly minIdle?: number
  /** The part of an idle value that still counts; `undefined` if there is none. Default: none. */
  readonly remainder?: (value: V) => R | undefined
  /** Whether a remainder still counts. */
  readonly counts?: (remainder: R) => boolean
}

/** Values by key, such as the sessions of users, which are removed when they are idle. */
export interface SweptMap<V, R> {
  /** The value of a key; creates it if there is none, from the remainder of an earlier value. */
  readonly get: (key: string, create: (remainder: R | undefined) => V) => V
  /** The value of a key, if there is one. */
  readonly find: (key: string) => V | undefined
  readonly values: () => ReadonlyArray<V>
  readonly sweep: () => void
}

interface Entry<V> {
  readonly value: V
  usedAt: number
}

/** The minimum milliseconds between two sweeps, as long as the map does not grow. */
const sweepEvery = 60_000
/** A map is also swept at this number of values, and then whenever the number left by the last sweep has doubled. */
const minToSweep = 64

/**
 * Creates a map that removes idle values. It needs no timer, which would outlive the last subscriber: it looks for idle
 * values when it is used, and after garbage collections, because the memory matters only then.
 */
export const sweptMap = <V, R = never>(
  clock: Clock,
  { isIdle, minIdle = 0, remainder, counts = () => true }: SweptMapConfig<V, R>,
): SweptMap<V, R> => {
  const entries = new Map<string, Entry<V>>()
  /** By the hashes of their keys, because the keys of hundreds of thousands of users would need most of the memory. */
  const remainders = new Map<number, R>()
  let sweptAt = clock.monotonic()
  let sweepAtSize = minToSweep

  /** Removes idle values, except the value of the current key, which is about to be used. */
  const removeIdle = (usedKey?: string): void => {
    const now = clock.monotonic()
    sweptAt = now
    for (const [key, { value, usedAt }] of entries) {
      if (key === usedKey || now - usedAt < minIdle || !isIdle(value)) continue
      entries.delete(key)
      const rest = remainder?.(value)
      if (rest !== undefined) remainders.set(textHash(key), rest)
    }
    for (const [hash, rest] of remainders) if (!counts(rest)) remainders.delete(hash)
    sweepAtSize = Math.max(minToSweep, entries.size * 2)
  }

  const isDue = (): boolean => clock.monotonic() - sweptAt >= sweepEvery

  const map: SweptMap<V, R> = {
    find: (key) => entries.get(key)?.value,
    get: (key, create) => {
      const now = clock.monotonic()
      const existing = entries.get(key)
      if (existing !== undefined) existing.usedAt = now
      if (isDue()) removeIdle(key)
      if (existing !== undefined) return existing.value
      if (entries.size >= sweepAtSize) removeIdle()
      if (entries.size === 0 && remainders.size === 0) afterCollections(map)
      const hash = textHash(key)
      const value = create(remainders.get(hash))
      remainders.delete(hash)
      entries.set(key, { value, usedAt: now })
      return value
    },
    values: () => Array.from(entries.values(), ({ value }) => value),
    sweep: () => {
      if (isDue()) removeIdle()
    },
  }
  return map
}
