import { history, locateTransaction, type TransactionRow, transactionId, transactionRow } from './data/transactions.js'
import { draw } from './random.js'
import { numbered, type Source } from './Source.js'
import { isoTime, type World } from './World.js'

/** What a test may change in a transaction. */
export type TransactionChanges = Partial<Omit<TransactionRow, 'id' | 'updated_at'>>

/** One user's transactions. */
export interface Ledger {
  /** Those that are not deleted, newest first. */
  readonly list: Source
  /** Those made, changed or deleted at or after a moment, the last change first. */
  readonly updated: (since: number) => Source
  /** Makes new ones, shown so many milliseconds after their `updated_at`; answers their ids, the newest first. */
  readonly insert: (count: number, late?: number) => ReadonlyArray<number>
  /** Changes one, or answers that there is none with this id. */
  readonly change: (id: number, changes: TransactionChanges) => boolean
}

interface Touch {
  readonly slot: number
  /** Its `updated_at`. */
  readonly at: number
  readonly made: number
  readonly changes: TransactionChanges
}

/**
 * The transactions of one user, made when they are asked for.
 *
 * Each has a number; the numbers below `world.transactions` are the history, which is drawn and not held. What is
 * inserted, changed or deleted is held, and takes a new slot: slots rise with the moment at which a change is shown.
 */
export const createLedger = (world: World, user: number, accountIds: ReadonlyArray<number>): Ledger => {
  const { seed, transactions: base } = world
  const userSeed = draw(draw(seed, 0x7a45), user)
  const past = history(world)
  const touches = new Map<number, Touch>()
  /** What was touched, as it was shown, with the latest `updated_at` up to there. */
  const touched: Array<{ readonly index: number; readonly at: number; readonly latest: number }> = []
  let size = base
  let lastChange = world.anchor

  const own = (index: number): number => draw(userSeed, index)
  const isDeleted = (index: number): boolean => touches.get(index)?.changes.is_deleted === true

  const touch = (index: number, changes: TransactionChanges, made: number, now: number, late = 0): void => {
    const before = touches.get(index)
    lastChange = Math.max(now, lastChange, (before?.at ?? -Infinity) + 1)
    const at = lastChange - late
    const merged = { ...before?.changes, ...changes }
    touches.set(index, { slot: base + touched.length, at, made, changes: merged })
    touched.push({ index, at, latest: Math.max(at, touched.at(-1)?.latest ?? world.anchor) })
  }

  const row = (index: number): TransactionRow => {
    const id = transactionId(userSeed, user, index)
    const held = touches.get(index)
    if (held === undefined) {
      const drawn = own(index)
      return transactionRow(drawn, id, past.made(drawn, index), past.updated(drawn, index), accountIds)
    }
    const drawn = transactionRow(own(index), id, held.made, held.at, accountIds)
    return { ...drawn, ...held.changes, id, updated_at: isoTime(held.at) }
  }

  const indexAt = (slot: number): number => (slot < base ? slot : (touched[slot - base]?.index ?? -1))
  const isLive = (slot: number): boolean => (touches.get(indexAt(slot))?.slot ?? indexAt(slot)) === slot

  const firstSince = (since: number): number => {
    let low = 0
    let high = base + touched.length
    while (low < high) {
      const middle = (low + high) >> 1
      const at = middle < base ? past.updated(own(middle), middle) : (touched[middle - base]?.latest ?? Infinity)
      if (at < since) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    list: numbered(
      0,
      () => size,
      (index) => !isDeleted(index),
      row,
    ),
    updated: (since) =>
      numbered(
        since === -Infinity ? 0 : firstSince(since),
        () => base + touched.length,
        (slot) => isLive(slot) && (slot < base || (touched[slot - base]?.at ?? Infinity) >= since),
        (slot) => row(indexAt(slot)),
      ),
    insert: (count, late = 0) => {
      const now = world.now()
      return Array.from({ length: count }, () => {
        touch(size, {}, now - late, now, late)
        return transactionId(userSeed, user, size++)
      }).reverse()
    },
    change: (id, changes) => {
      const { index } = locateTransaction(id)
      if (index < 0 || index >= size || transactionId(userSeed, user, index) !== id || isDeleted(index)) return false
      touch(index, changes, touches.get(index)?.made ?? past.made(own(index), index), world.now())
      return true
    },
  }
}
