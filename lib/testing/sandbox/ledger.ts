import { createMovements, movementOf, type Movements } from './balanceMovements.js'
import { createChangeLog } from './changeLog.js'
import {
  accountOf,
  history,
  locateTransaction,
  pendingRow,
  type TransactionChanges,
  transactionId,
  type TransactionRow,
  transactionRow,
} from './data/transactionRows.js'
import { type Bookings, createTally } from './ledgerAccounts.js'
import { createPendings } from './pendingTransactions.js'
import { draw } from './seededRandom.js'
import { numbered, type Source, sourceOf } from './Source.js'
import { isoDay, isoTime, type World } from './World.js'

/** The clock of the process that writes a change to the service's database. Times are in milliseconds. */
export interface ChangeConfig {
  /**
   * How far the clock from which `updated_at` is taken is ahead of the sandbox's time; negative if it is behind. With
   * this option a change may have an earlier `updated_at` than the change before; without it none has.
   */
  readonly ahead?: number
}

/** Options of a deletion. */
export interface DeleteConfig extends ChangeConfig {
  /** Whether the deleted row has only its id, its flag and its `updated_at`; default `false`. */
  readonly bare?: boolean
}

/** Options of new transactions. Times are in milliseconds. */
export interface InsertConfig extends ChangeConfig {
  /** How long after their `updated_at` clients can see the transactions; default 0. */
  readonly late?: number
  /**
   * Whether the transactions are pending. The service posts a pending transaction by deleting it and inserting another
   * one. Default `false`.
   */
  readonly pending?: boolean
  /** How long pending transactions stay pending; default: until `postTransaction`. */
  readonly posts?: number
  /** Fields that the transactions have in place of the invented ones, such as `amount`, `account_id` or `is_future`. */
  readonly changes?: TransactionChanges
}

/** One user's transactions. */
export interface Ledger {
  /** The transactions that are not deleted, newest first: all, or those of one account. */
  readonly list: (account?: number) => Source<TransactionRow>
  /** The transactions that were inserted, changed or deleted at or after a moment, the last change first. */
  readonly updated: (since: number, account?: number) => Source<TransactionRow>
  /** The transaction with an id, unless it was deleted. */
  readonly get: (id: number) => TransactionRow | undefined
  /**
   * Inserts new transactions; returns their ids, the newest first. If no account can have transactions it inserts none.
   */
  readonly insert: (count: number, config?: InsertConfig) => ReadonlyArray<number>
  /** Changes a transaction; returns whether there is one with this id. */
  readonly change: (id: number, changes: TransactionChanges, config?: ChangeConfig) => boolean
  /**
   * Posts a pending transaction: deletes it and inserts another, whose id it returns; `undefined` if no pending
   * transaction has this id.
   */
  readonly post: (id: number, changes?: TransactionChanges) => number | undefined
  /** By how much the balance of an account has moved, and when it last did; `undefined` if it never did. */
  readonly moved: Movements['of']
  /** Sets when an account last changed to now. */
  readonly touch: (account: number) => void
  /** Deletes all transactions of an account. */
  readonly deleteAll: (account: number) => void
  /**
   * Books the transactions of an account again, under new ids and on another account, which has the same balance. The
   * originals stay as they are.
   */
  readonly rebook: (from: number, to: number) => void
}

const day = 24 * 60 * 60 * 1000

/**
 * The transactions of one user, generated when they are needed.
 *
 * Each transaction has a number. Those with numbers below `world.transactions` are the history; their rows are computed
 * from the seed and not stored. Later insertions, changes and deletions are stored in a log, in the order in which
 * clients can see them. Each method first posts the pending transactions that are due.
 */
export const createLedger = (world: World, user: number, bookings: Bookings): Ledger => {
  const { seed, transactions: base } = world
  const userSeed = draw(draw(seed, 0x7a45), user)
  const past = history(world)
  const pendings = createPendings()
  const tally = createTally(bookings.tell)
  const movements = createMovements()
  let size = base

  const own = (index: number): number => draw(userSeed, index)
  const log = createChangeLog(world, (index) => past.updated(own(index), index))
  const idOf = (index: number): number => transactionId(userSeed, user, index)
  const isDeleted = (index: number): boolean => log.of(index)?.changes.is_deleted === true
  const accountAt = (index: number): number =>
    log.of(index)?.changes.account_id ?? accountOf(own(index), bookings.history)
  const isOn = (index: number, account: number | undefined): boolean => {
    if (account === undefined && bookings.closed.size === 0) return true
    const own = accountAt(index)
    const isClosed = bookings.closed.has(own) && !bookings.traced.has(own)
    return !isClosed && (account === undefined || own === account)
  }

  for (let index = Math.max(0, base - world.pending); index < base; index++) {
    pendings.add(index, Math.floor(world.anchor + day + (draw(own(index), 6) % day)))
  }

  const madeAt = (index: number): number => log.of(index)?.made ?? past.made(own(index), index)

  const drawn = (index: number): TransactionRow => {
    const updated = log.of(index)?.at ?? past.updated(own(index), index)
    return transactionRow(own(index), idOf(index), madeAt(index), updated, bookings.history)
  }

  const row = (index: number): TransactionRow => {
    const plain = drawn(index)
    const shown = pendings.has(index) ? pendingRow(plain, madeAt(index)) : plain
    const change = log.of(index)
    return change === undefined ? shown : { ...shown, ...change.changes, id: plain.id, updated_at: isoTime(change.at) }
  }

  const movement = (index: number) => movementOf(row(index))

  /** Records a change, and moves the balances that it affects. */
  const record: typeof log.record = (index, changes, made, now, late) => {
    const before = index < size ? movement(index) : undefined
    log.record(index, changes, made, now, late)
    movements.replace(before, movement(index), world.now())
  }

  const postAt = (index: number, now: number, changes: TransactionChanges = {}): number => {
    const { description, amount, currency_code, category_id, account_id, date, raw_description, ...pending } =
      row(index)
    record(index, { is_deleted: true, is_future: pending.is_future, date, raw_description }, madeAt(index), now)
    pendings.take(index)
    const same = { description, amount, currency_code, category_id, account_id }
    const posted = { ...same, raw_description: drawn(index).raw_description, date: isoDay(now), ...changes }
    record(size, posted, now, now)
    tally.add(account_id, 'deleted')
    tally.add(accountAt(size), 'new')
    return idOf(size++)
  }

  const settle = (): void => {
    for (const { index, at } of pendings.due(world.now())) {
      if (isOn(index, undefined)) postAt(index, at)
      else {
        pendings.take(index)
        movements.replace(undefined, movement(index), at)
      }
    }
    tally.tell()
  }

  /** Whether the history has no transactions of this account, so that only the log needs to be searched. */
  const isLater = (account: number | undefined): account is number =>
    account !== undefined && !bookings.history.includes(account)

  const find = (id: number): number | undefined => {
    const { index } = locateTransaction(id)
    return index >= 0 && index < size && idOf(index) === id && !isDeleted(index) && isOn(index, undefined)
      ? index
      : undefined
  }

  /** The numbers of the transactions of an account that are not deleted, in ascending order. */
  const indexesOf = (account: number): ReadonlyArray<number> =>
    Array.from({ length: size }, (_, index) => index).filter(
      (index) => accountAt(index) === account && !isDeleted(index),
    )

  return {
    list: (account) => {
      settle()
      const isThere = (index: number): boolean => !isDeleted(index) && isOn(index, account)
      if (!isLater(account)) return numbered(0, () => size, isThere, row)
      const keys = log
        .indexes()
        .filter(isThere)
        .map((id) => ({ rank: 0, id }))
      return sourceOf(keys, ({ id }) => row(id))
    },
    updated: (since, account) => {
      settle()
      const start = since === -Infinity ? 0 : log.firstSince(since)
      return numbered(
        isLater(account) ? Math.max(base, start) : start,
        log.end,
        (offset) => log.isLatest(offset, since) && isOn(log.indexAt(offset), account),
        (offset) => row(log.indexAt(offset)),
      )
    },
    get: (id) => {
      settle()
      const index = find(id)
      return index === undefined ? undefined : row(index)
    },
    insert: (count, { ahead, late = 0, pending = false, posts = Infinity, changes } = {}) => {
      settle()
      const now = world.now()
      const open = bookings.open()
      if (open.length === 0) return []
      const ids = Array.from({ length: count }, () => {
        if (pending) pendings.add(size, now + posts)
        const account = open === bookings.history ? {} : { account_id: accountOf(own(size), open) }
        record(size, { ...account, ...changes }, now - late, now, late - (ahead ?? 0))
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
      record(index, changes, madeAt(index), world.now(), ahead === undefined ? undefined : -ahead)
      if (changes.is_deleted === true) pendings.take(index)
      tally.add(accountAt(index), changes.is_deleted === true ? 'deleted' : 'updated')
      tally.tell()
      return true
    },
    moved: (account) => {
      settle()
      return movements.of(account)
    },
    touch: (account) => {
      movements.touch(account, world.now())
    },
    deleteAll: (account) => {
      settle()
      for (const index of indexesOf(account)) {
        record(index, { is_deleted: true }, madeAt(index), world.now())
        pendings.take(index)
        tally.add(account, 'deleted')
      }
      tally.tell()
    },
    rebook: (from, to) => {
      settle()
      const now = world.now()
      for (const index of indexesOf(from)) {
        const postsAt = pendings.at(index)
        if (postsAt !== undefined) pendings.add(size, postsAt)
        record(size, { ...row(index), account_id: to }, now, now)
        tally.add(to, 'new')
        size++
      }
      movements.hand(from, to)
      tally.tell()
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
