import type { TransactionChanges, TransactionSource } from './data/transactionRows.js'
import { floorTo, type World } from './World.js'

/** The changes of one transaction, merged, and the offset of the last one in the log. */
export interface LoggedChange {
  readonly offset: number
  /** The `updated_at` of the transaction. */
  readonly updatedAt: number
  readonly bookedAt: number
  readonly changes: TransactionChanges
}

/**
 * An append-only log of the changes of one user's transactions, in the order in which clients can see them.
 *
 * The log begins with the history: the transaction with the number `n` is at the offset `n`.
 */
export interface ChangeLog {
  readonly get: (index: number) => LoggedChange | undefined
  /** The numbers of the transactions that were inserted or changed after the history. */
  readonly indexes: () => ReadonlyArray<number>
  /**
   * Appends a change that clients see from `now` on. Its `updated_at` is `delay` milliseconds earlier, or later if `delay`
   * is negative. Without `delay`, `updated_at` is later than that of the previous change.
   */
  readonly record: (index: number, changes: TransactionChanges, bookedAt: number, now: number, delay?: number) => void
  /** The offset of the next change. */
  readonly end: () => number
  readonly indexAt: (offset: number) => number
  /** The first offset to search for changes since a moment: every earlier entry has an earlier `updated_at`. */
  readonly firstSince: (since: number) => number
  /** Whether the entry at an offset is the last change of its transaction, with an `updated_at` at or after `since`. */
  readonly isLatest: (offset: number, since: number) => boolean
}

/** Creates a log that has only the history of a source. */
export const createChangeLog = (
  { createdMs, precision }: World,
  { count: base, updatedAt }: Pick<TransactionSource, 'count' | 'updatedAt'>,
): ChangeLog => {
  const byIndex = new Map<number, LoggedChange>()
  /** The log after the history; `latest` is the latest `updated_at` up to each entry. */
  const log: Array<{ readonly index: number; readonly at: number; readonly latest: number }> = []
  let lastChange = createdMs

  const indexAt = (offset: number): number => (offset < base ? offset : (log[offset - base]?.index ?? -1))
  const isLast = (offset: number): boolean => (byIndex.get(indexAt(offset))?.offset ?? indexAt(offset)) === offset

  return {
    get: (index) => byIndex.get(index),
    indexes: () => [...byIndex.keys()],
    record: (index, changes, bookedAt, now, delay) => {
      const before = byIndex.get(index)
      const earliest = delay === undefined ? (before?.updatedAt ?? -Infinity) + 1 : -Infinity
      lastChange = Math.max(now, lastChange, earliest)
      const at = floorTo(lastChange - (delay ?? 0), precision)
      byIndex.set(index, {
        offset: base + log.length,
        updatedAt: at,
        bookedAt,
        changes: { ...before?.changes, ...changes },
      })
      log.push({ index, at, latest: Math.max(at, log.at(-1)?.latest ?? createdMs) })
    },
    end: () => base + log.length,
    indexAt,
    firstSince: (since) => {
      let low = 0
      let high = base + log.length
      while (low < high) {
        const middle = (low + high) >> 1
        const at = middle < base ? updatedAt(middle) : (log[middle - base]?.latest ?? Infinity)
        if (at < since) low = middle + 1
        else high = middle
      }
      return low
    },
    isLatest: (offset, since) => isLast(offset) && (offset < base || (log[offset - base]?.at ?? Infinity) >= since),
  }
}
