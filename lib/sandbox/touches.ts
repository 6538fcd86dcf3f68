import type { TransactionChanges } from './data/transactions.js'
import { whole, type World } from './World.js'

/** What is held of a transaction that was made, changed or deleted. */
export interface Touch {
  readonly slot: number
  /** Its `updated_at`. */
  readonly at: number
  readonly made: number
  readonly changes: TransactionChanges
}

/** What was touched of one user's transactions, and in which order all of them were shown last, by slots. */
export interface Touches {
  readonly of: (index: number) => Touch | undefined
  readonly indexes: () => ReadonlyArray<number>
  /**
   * Holds changes, shown so many milliseconds after their moment, or before it; without that, the moment is later than
   * that of the change before.
   */
  readonly touch: (index: number, changes: TransactionChanges, made: number, now: number, late?: number) => void
  /** The first slot that is not taken. */
  readonly end: () => number
  readonly indexAt: (slot: number) => number
  /** The first slot that may hold a change of a moment or later. */
  readonly firstSince: (since: number) => number
  /** Whether a slot holds the last change of its transaction, of a moment or later. */
  readonly isShown: (slot: number, since: number) => boolean
}

/** Nothing was touched: each transaction of the history is in the slot of its number, last changed at `updated`. */
export const createTouches = (
  { transactions: base, anchor, precision }: World,
  updated: (index: number) => number,
): Touches => {
  const touches = new Map<number, Touch>()
  /** In the order in which they were shown, each with the latest `updated_at` up to there. */
  const shown: Array<{ readonly index: number; readonly at: number; readonly latest: number }> = []
  let lastChange = anchor

  const indexAt = (slot: number): number => (slot < base ? slot : (shown[slot - base]?.index ?? -1))
  const isLast = (slot: number): boolean => (touches.get(indexAt(slot))?.slot ?? indexAt(slot)) === slot

  return {
    of: (index) => touches.get(index),
    indexes: () => [...touches.keys()],
    touch: (index, changes, made, now, late) => {
      const before = touches.get(index)
      const least = late === undefined ? (before?.at ?? -Infinity) + 1 : -Infinity
      lastChange = Math.max(now, lastChange, least)
      const at = whole(lastChange - (late ?? 0), precision)
      touches.set(index, { slot: base + shown.length, at, made, changes: { ...before?.changes, ...changes } })
      shown.push({ index, at, latest: Math.max(at, shown.at(-1)?.latest ?? anchor) })
    },
    end: () => base + shown.length,
    indexAt,
    firstSince: (since) => {
      let low = 0
      let high = base + shown.length
      while (low < high) {
        const middle = (low + high) >> 1
        const at = middle < base ? updated(middle) : (shown[middle - base]?.latest ?? Infinity)
        if (at < since) low = middle + 1
        else high = middle
      }
      return low
    },
    isShown: (slot, since) => isLast(slot) && (slot < base || (shown[slot - base]?.at ?? Infinity) >= since),
  }
}
