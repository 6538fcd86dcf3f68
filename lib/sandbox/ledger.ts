import {
  accountOf,
  history,
  locateTransaction,
  pendingRow,
  type TransactionChanges,
  type TransactionRow,
  transactionId,
  transactionRow,
} from './data/transactions.js'
import { type Bookings, createTally } from './bookings.js'
import { createPendings } from './pendings.js'
import { draw } from './random.js'
import { numbered, type Source, sourceOf } from './Source.js'
import { createTouches } from './touches.js'
import { isoDay, isoTime, type World } from './World.js'

/** Who makes a change. Milliseconds. */
export interface ChangeConfig {
  /**
   * How far the clock of the writer is ahead, which gives the change its `updated_at`; negative where it is behind. So a
   * change may be stamped earlier than the one before. Default: no change ever is.
   */
  readonly ahead?: number
}

/** How new transactions are made. Milliseconds. */
export interface InsertConfig extends ChangeConfig {
  /** How long after their `updated_at` they are shown; default 0. */
  readonly late?: number
  /** Whether they are pending: the service deletes them when they are posted, and makes others; default `false`. */
  readonly pending?: boolean
  /** After how long pending ones are posted; default: not before `postTransaction`. */
  readonly posts?: number
}

/** One user's transactions. */
export interface Ledger {
  /** Those that are not deleted, newest first: all, or those of one account. */
  readonly list: (account?: number) => Source<TransactionRow>
  /** Those made, changed or deleted at or after a moment, the last change first. */
  readonly updated: (since: number, account?: number) => Source<TransactionRow>
  /** Makes new ones; answers their ids, the newest first. There are none where no account is open. */
  readonly insert: (count: number, config?: InsertConfig) => ReadonlyArray<number>
  /** Changes one, or answers that there is none with this id. */
  readonly change: (id: number, changes: TransactionChanges, config?: ChangeConfig) => boolean
  /** Posts a pending one: deletes it, and makes another, whose id it answers; `undefined` where none is pending. */
  readonly post: (id: number, changes?: TransactionChanges) => number | undefined
}

const day = 24 * 60 * 60 * 1000

/**
 * The transactions of one user, made when they are asked for.
 *
 * Each has a number; the numbers below `world.transactions` are the history, which is drawn and not held. What is
 * inserted, changed or deleted is held, and takes a new slot: slots rise with the moment at which a change is shown.
 * Pending ones that are due are posted before anything else is done.
 */
export const createLedger = (world: World, user: number, bookings: Bookings): Ledger => {
  const { seed, transactions: base } = world
  const userSeed = draw(draw(seed, 0x7a45), user)
  const past = history(world)
  const pendings = createPendings()
  const tally = createTally(bookings.tell)
  let size = base

  const own = (index: number): number => draw(userSeed, index)
  const touches = createTouches(world, (index) => past.updated(own(index), index))
  const idOf = (index: number): number => transactionId(userSeed, user, index)
  const isDeleted = (index: number): boolean => touches.of(index)?.changes.is_deleted === true
  const accountAt = (index: number): number =>
    touches.of(index)?.changes.account_id ?? accountOf(own(index), bookings.history)
  const isOn = (index: number, account: number | undefined): boolean => {
    if (account === undefined && bookings.closed.size === 0) return true
    const own = accountAt(index)
    return !bookings.closed.has(own) && (account === undefined || own === account)
  }

  for (let index = Math.max(0, base - world.pending); index < base; index++) {
    pendings.add(index, Math.floor(world.anchor + day + (draw(own(index), 6) % day)))
  }

  const madeAt = (index: number): number => touches.of(index)?.made ?? past.made(own(index), index)

  const drawn = (index: number): TransactionRow => {
    const updated = touches.of(index)?.at ?? past.updated(own(index), index)
    return transactionRow(own(index), idOf(index), madeAt(index), updated, bookings.history)
  }

  const row = (index: number): TransactionRow => {
    const plain = drawn(index)
    const shown = pendings.has(index) ? pendingRow(plain, madeAt(index)) : plain
    const held = touches.of(index)
    return held === undefined ? shown : { ...shown, ...held.changes, id: plain.id, updated_at: isoTime(held.at) }
  }

  const postAt = (index: number, now: number, changes: TransactionChanges = {}): number => {
    const { description, amount, currency_code, category_id, account_id, date, raw_description, ...pending } =
      row(index)
    pendings.take(index)
    touches.touch(index, { is_deleted: true, is_future: pending.is_future, date, raw_description }, madeAt(index), now)
    const same = { description, amount, currency_code, category_id, account_id }
    const posted = { ...same, raw_description: drawn(index).raw_description, date: isoDay(now), ...changes }
    touches.touch(size, posted, now, now)
    tally.add(account_id, 'deleted')
    tally.add(accountAt(size), 'new')
    return idOf(size++)
  }

  const settle = (): void => {
    for (const { index, at } of pendings.due(world.now())) {
      if (isOn(index, undefined)) postAt(index, at)
      else pendings.take(index)
    }
    tally.tell()
  }

  /** Whether an account has nothing but what was moved there, so that the history need not be looked through. */
  const isLater = (account: number | undefined): account is number =>
    account !== undefined && !bookings.history.includes(account)

  const find = (id: number): number | undefined => {
    const { index } = locateTransaction(id)
    return index >= 0 && index < size && idOf(index) === id && !isDeleted(index) && isOn(index, undefined)
      ? index
      : undefined
  }

  return {
    list: (account) => {
      settle()
      const isThere = (index: number): boolean => !isDeleted(index) && isOn(index, account)
      if (!isLater(account)) return numbered(0, () => size, isThere, row)
      const places = touches
        .indexes()
        .filter(isThere)
        .map((id) => ({ rank: 0, id }))
      return sourceOf(places, ({ id }) => row(id))
    },
    updated: (since, account) => {
      settle()
      const start = since === -Infinity ? 0 : touches.firstSince(since)
      return numbered(
        isLater(account) ? Math.max(base, start) : start,
        touches.end,
        (slot) => touches.isShown(slot, since) && isOn(touches.indexAt(slot), account),
        (slot) => row(touches.indexAt(slot)),
      )
    },
    insert: (count, { ahead, late = 0, pending = false, posts = Infinity } = {}) => {
      settle()
      const now = world.now()
      const open = bookings.open()
      if (open.length === 0) return []
      const ids = Array.from({ length: count }, () => {
        touches.touch(
          size,
          open === bookings.history ? {} : { account_id: accountOf(own(size), open) },
          now - late,
          now,
          late - (ahead ?? 0),
        )
        if (pending) pendings.add(size, now + posts)
        tally.add(accountAt(size), 'new')
        return idOf(size++)
      })
      tally.tell()
      return ids.reverse()
    },
    change: (id, changes, { ahead } = {}) => {
      settle()
      const index = find(id)
      if (index === undefined) return false
      touches.touch(index, changes, madeAt(index), world.now(), ahead === undefined ? undefined : -ahead)
      if (changes.is_deleted === true) pendings.take(index)
      tally.add(accountAt(index), changes.is_deleted === true ? 'deleted' : 'updated')
      tally.tell()
      return true
    },
    post: (id, changes) => {
      settle()
      const index = find(id)
      if (index === undefined || !pendings.has(index)) return undefined
      const posted = postAt(index, world.now(), changes)
      tally.tell()
      return posted
    },
  }
}
