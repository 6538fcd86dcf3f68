import { createMovements, movementOf, type Movements } from './balanceMovements.js'
import { createChangeLog } from './changeLog.js'
import {
  createRandomTransactions,
  locateTransaction,
  pendingRow,
  type TransactionChanges,
  transactionId,
  type TransactionRow,
  type TransactionSource,
} from './data/transactionRows.js'
import { createTally, type LedgerAccounts } from './ledgerAccounts.js'
import { createPendingTransactions } from './pendingTransactions.js'
import { draw } from './seededRandom.js'
import { isoDay, isoTime, numberedSource, type Source, sourceOf, type World } from './World.js'

/** The clock of the process that writes a change to the service's database. Times are in milliseconds. */
export interface ChangeConfig {
  /**
   * How far the clock that writes `updated_at` is ahead of the sandbox's time; negative if it is behind. Only with this
   * option may `updated_at` be earlier than that of the previous change.
   */
  readonly clockSkew?: number
}

/** Options of a deletion. */
export interface DeleteConfig extends ChangeConfig {
  /** Whether the deleted row has only its id, its flag and its `updated_at`; default `false`. */
  readonly bare?: boolean
}

/** Options of new transactions. Times are in milliseconds. */
export interface InsertConfig extends ChangeConfig {
  /** The time between `updated_at` and the moment at which clients can see the transactions; default 0. */
  readonly visibleAfter?: number
  /**
   * Whether the transactions are pending; default `false`. The service posts a pending transaction by deleting it and
   * inserting another one.
   */
  readonly pending?: boolean
  /** How long pending transactions stay pending; default: until `postTransaction`. */
  readonly postsAfter?: number
  /** Fields that replace the generated ones, such as `amount`, `account_id` or `is_future`. */
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
  /**
   * Gives new accounts their history, whose rows the balances contain already: the rows of the last seven days at `recentAt`,
   * and the older ones at `restAt`.
   */
  readonly load: (accounts: ReadonlyArray<number>, recentAt: number, restAt: number) => void
  /** How much the balance of an account has changed, and when it last did; `undefined` if it never did. */
  readonly movementOf: Movements['get']
  /** Sets the time of an account's last change to now. */
  readonly touch: (account: number) => void
  /** Deletes all transactions of an account. */
  readonly deleteAll: (account: number) => void
  /**
   * Copies the transactions of an account to another account with the same balance, under new ids. The originals stay
   * unchanged.
   */
  readonly moveToAccount: (from: number, to: number) => void
}

const day = 24 * 60 * 60 * 1000

/** The days that the history of a new item covers, and those of them that arrive first; at least seven are documented. */
const [historyDays, recentDays] = [90, 7]

/** Rows of a history that arrive at a time, by the days of their booking before it. */
interface DueHistory {
  readonly accounts: ReadonlyArray<number>
  readonly at: number
  readonly bookedAts: ReadonlyArray<number>
}

/**
 * The transactions of one user, generated on demand by `life`; default: `world.transactions` unrelated ones.
 *
 * Each transaction has an index. The first ones are the history, whose rows are not stored. Later insertions, changes and
 * deletions are stored in a log, in the order in which clients can see them. Each method first posts the pending transactions
 * that are due.
 */
export const createLedger = (
  world: World,
  user: number,
  accounts: LedgerAccounts,
  life?: TransactionSource,
): Ledger => {
  const userSeed = draw(draw(world.seed, 0x7a45), user)
  const seedAt = (index: number): number => draw(userSeed, index)
  const source = life ?? createRandomTransactions(world.transactions ?? 0, world, seedAt)
  const { count: base } = source
  const pendings = createPendingTransactions()
  const tally = createTally(accounts.report)
  const movements = createMovements()
  let size = base
  let dueHistory: ReadonlyArray<DueHistory> = []

  const log = createChangeLog(world, source)
  /** The planned numbers of transactions that were posted, by index, and the other way round. */
  const postedNumbers = new Map<number, number>()
  const postedIndexes = new Map<number, number>()
  const plannedNumbers = new Map(source.pending.map(({ index, number }) => [index, number]))
  const numberAt = (index: number): number =>
    index < base ? source.numberAt(index) : (postedNumbers.get(index) ?? source.firstNew + index - base)
  const indexAt = (number: number): number | undefined =>
    postedIndexes.get(number) ?? (number < source.firstNew ? source.indexAt(number) : base + number - source.firstNew)
  const idOf = (index: number): number => transactionId(userSeed, user, numberAt(index))
  const isDeleted = (index: number): boolean =>
    log.get(index)?.changes.is_deleted ?? (index < base && source.isDeleted(index))
  const accountAt = (index: number): number =>
    log.get(index)?.changes.account_id ?? source.selectAccount(index, accounts.history)
  const isVisible = (index: number, account: number | undefined): boolean => {
    if (account === undefined && accounts.inaccessibleAccounts.size === 0) return true
    const ownAccount = accountAt(index)
    const isHidden = accounts.inaccessibleAccounts.has(ownAccount) && !accounts.tombstonedAccounts.has(ownAccount)
    return !isHidden && (account === undefined || ownAccount === account)
  }

  for (const { index, postsAt } of source.pending) pendings.add(index, postsAt)

  const bookedAt = (index: number): number => log.get(index)?.bookedAt ?? source.bookedAt(index)

  const generatedRow = (index: number): TransactionRow => {
    const updatedAt = log.get(index)?.updatedAt ?? source.updatedAt(index)
    return source.row(index, idOf(index), { bookedAt: bookedAt(index), updatedAt }, accounts.history)
  }

  const row = (index: number): TransactionRow => {
    const generated = generatedRow(index)
    const withStatus = pendings.has(index) ? pendingRow(generated, bookedAt(index)) : generated
    const change = log.get(index)
    return change === undefined
      ? withStatus
      : { ...withStatus, ...change.changes, id: generated.id, updated_at: isoTime(change.updatedAt) }
  }

  const movement = (index: number) => movementOf(row(index), world.countsRepeats)

  /** Records a change, and moves the balances that it affects. */
  const record: typeof log.record = (index, changes, bookedAt, now, delay) => {
    const before = index < size ? movement(index) : undefined
    log.record(index, changes, bookedAt, now, delay)
    movements.replace(before, movement(index), world.now())
  }

  /** Inserts a transaction, and returns its id. */
  const append = (changes: TransactionChanges, bookedAt: number, now: number, delay?: number): number => {
    record(size, changes, bookedAt, now, delay)
    tally.add(accountAt(size), 'new')
    return idOf(size++)
  }

  const postTransaction = (index: number, now: number, changes: TransactionChanges = {}): number => {
    const { description, amount, currency_code, category_id, account_id, date, raw_description, ...pending } =
      row(index)
    record(index, { is_deleted: true, is_future: pending.is_future, date, raw_description }, bookedAt(index), now)
    pendings.remove(index)
    const copiedFields = { description, amount, currency_code, category_id, account_id }
    const posted = {
      ...copiedFields,
      raw_description: generatedRow(index).raw_description,
      date: isoDay(now),
      ...changes,
    }
    tally.add(account_id, 'deleted')
    const number = plannedNumbers.get(index)
    if (number !== undefined) {
      postedNumbers.set(size, number)
      postedIndexes.set(number, size)
    }
    return append(posted, now, now)
  }

  /** Appends rows of a history, whose amounts do not move the balance. */
  const appendHistory = ({ accounts: ids, at, bookedAts }: DueHistory): void => {
    const accessible = ids.filter((id) => !accounts.inaccessibleAccounts.has(id))
    if (accessible.length === 0) return
    for (const booked of bookedAts) {
      const account = source.selectAccount(size, accessible)
      log.record(size++, { account_id: account }, booked, at)
      tally.add(account, 'new')
    }
  }

  const postDue = (): void => {
    const due = dueHistory.filter(({ at }) => at <= world.now())
    dueHistory = dueHistory.filter(({ at }) => at > world.now())
    due.forEach(appendHistory)
    for (const { index, at } of pendings.due(world.now())) {
      if (isVisible(index, undefined)) postTransaction(index, at)
      else {
        pendings.remove(index)
        movements.replace(undefined, movement(index), at)
      }
    }
    tally.report()
  }

  /** Whether all transactions of this account are in the log, so that the history need not be searched. */
  const isOnlyInLog = (account: number | undefined): account is number =>
    account !== undefined && !accounts.history.includes(account)

  const find = (id: number): number | undefined => {
    const index = indexAt(locateTransaction(id).number)
    return index !== undefined && index < size && idOf(index) === id && !isDeleted(index) && isVisible(index, undefined)
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
      postDue()
      const exists = (index: number): boolean => !isDeleted(index) && isVisible(index, account)
      if (!isOnlyInLog(account)) return numberedSource(0, () => size, exists, row)
      const keys = log
        .indexes()
        .filter(exists)
        .map((id) => ({ rank: 0, id }))
      return sourceOf(keys, ({ id }) => row(id))
    },
    updated: (since, account) => {
      postDue()
      const start = since === -Infinity ? 0 : log.firstSince(since)
      return numberedSource(
        isOnlyInLog(account) ? Math.max(base, start) : start,
        log.end,
        (offset) => log.isLatest(offset, since) && isVisible(log.indexAt(offset), account),
        (offset) => row(log.indexAt(offset)),
      )
    },
    get: (id) => {
      postDue()
      const index = find(id)
      return index === undefined ? undefined : row(index)
    },
    insert: (count, { clockSkew = 0, visibleAfter = 0, pending = false, postsAfter = Infinity, changes } = {}) => {
      postDue()
      const now = world.now()
      const open = accounts.open()
      if (open.length === 0) return []
      const ids = Array.from({ length: count }, () => {
        if (pending) pendings.add(size, now + postsAfter)
        const account = open === accounts.history ? {} : { account_id: source.selectAccount(size, open) }
        return append({ ...account, ...changes }, now - visibleAfter, now, visibleAfter - clockSkew)
      })
      tally.report()
      return ids.reverse()
    },
    change: (id, changes, { clockSkew } = {}) => {
      postDue()
      const index = find(id)
      if (index === undefined) return false
      record(index, changes, bookedAt(index), world.now(), clockSkew === undefined ? undefined : -clockSkew)
      if (changes.is_deleted === true) pendings.remove(index)
      tally.add(accountAt(index), changes.is_deleted === true ? 'deleted' : 'updated')
      tally.report()
      return true
    },
    load: (ids, recentAt, restAt) => {
      const { newItemTransactions: count } = world
      const bookedAts = Array.from(
        { length: count },
        (_, index) => recentAt - Math.floor(((count - index) / count) * historyDays * day),
      )
      const isRecent = (booked: number): boolean => booked >= recentAt - recentDays * day
      dueHistory = [
        ...dueHistory,
        { accounts: ids, at: recentAt, bookedAts: bookedAts.filter(isRecent) },
        { accounts: ids, at: restAt, bookedAts: bookedAts.filter((booked) => !isRecent(booked)) },
      ]
    },
    movementOf: (account) => {
      postDue()
      return movements.get(account)
    },
    touch: (account) => {
      movements.touch(account, world.now())
    },
    deleteAll: (account) => {
      postDue()
      for (const index of indexesOf(account)) {
        record(index, { is_deleted: true }, bookedAt(index), world.now())
        pendings.remove(index)
        tally.add(account, 'deleted')
      }
      tally.report()
    },
    moveToAccount: (from, to) => {
      postDue()
      const now = world.now()
      for (const index of indexesOf(from)) {
        const postsAt = pendings.postsAt(index)
        if (postsAt !== undefined) pendings.add(size, postsAt)
        append({ ...row(index), account_id: to }, now, now)
      }
      movements.transfer(from, to)
      tally.report()
    },
    post: (id, changes) => {
      postDue()
      const index = find(id)
      if (index === undefined || !pendings.has(index)) return undefined
      const posted = postTransaction(index, world.now(), changes)
      tally.report()
      return posted
    },
  }
}
