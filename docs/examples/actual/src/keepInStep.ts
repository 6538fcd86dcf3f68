import { setTimeout } from 'node:timers/promises'
import type { ChangeBatch, Feed, LoggedChange, Mirror } from 'rxbank/sqlite'
import { defer, type Observable } from 'rxjs'
import { readAccountLinks } from './accountLinks.js'
import { type Bank, type BankRow, readAccounts, readIdsOf, readRowIds, readRows } from './bankRows.js'
import type { Budget, BudgetTransaction, NewTransaction } from './Budget.js'

/** The imported ids of this program begin so. */
export const prefix = 'rxbank:'

/** How many transactions were written to the books, and how many accounts were closed. */
export interface Written {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly closed: number
}

export interface StepConfig extends Bank {
  readonly mirror: Mirror
  readonly budget: Budget
  /** The id of the budget: new books are filled from the start, whatever was read for others. */
  readonly budgetId: string
  /** Is told what was written, before the mirror notes that it is done. */
  readonly onWritten: (written: Written) => void
  /** The maximum number of changes that are written together; default 500. */
  readonly limit?: number
}

const importedId = (id: string): string => prefix + id

const wantedFields = (row: BankRow, account: string): Omit<BudgetTransaction, 'id'> => ({
  account,
  date: row.date,
  amount: row.hundredths,
  cleared: !row.isPending,
  imported_id: importedId(row.id),
})

/** The fields that differ. What the person has edited, such as payee, category and notes, is not among them. */
const differences = (found: BudgetTransaction, wanted: Omit<BudgetTransaction, 'id'>): Partial<BudgetTransaction> =>
  Object.fromEntries(Object.entries(wanted).filter(([name, value]) => found[name as keyof BudgetTransaction] !== value))

/**
 * Brings transactions of the books to what the mirror has now: those with these ids, or all. It can be repeated at any time,
 * so it does not matter where an earlier run was killed.
 */
const write = async (
  { budget, ...bank }: Omit<StepConfig, 'onWritten'>,
  changedIds?: ReadonlyArray<string>,
): Promise<Written> => {
  const { names, lineageOf } = readAccounts(bank)
  const idsOf = readRowIds(bank)
  const changed = readRows(bank, idsOf, changedIds?.flatMap(idsOf))
  const replaced = changed.flatMap(({ pendingId }) => pendingId ?? [])
  const rows = new Map([...changed, ...readRows(bank, idsOf, replaced)].map((row) => [row.id, row]))
  const asked = changedIds && [...new Set([...changedIds, ...rows.keys(), ...replaced].flatMap(idsOf))].map(importedId)
  const found = new Map((await budget.find(prefix, asked)).map((one) => [one.imported_id.slice(prefix.length), one]))
  const links = await readAccountLinks(budget, lineageOf)

  const kept = new Set<string>()
  const additions = new Map<string, Array<NewTransaction>>()
  let changedCount = 0
  for (const row of rows.values()) {
    const name = names.get(row.account)
    if (name === undefined) continue
    const account = await links.accountOf(row.account, name)
    const wanted = wantedFields(row, account)
    // A posted row takes the place of the pending one, with the category and the notes that the person gave it.
    const pending = row.pendingId === undefined || rows.has(row.pendingId) ? undefined : found.get(row.pendingId)
    const existing = [row.id, ...row.laterIds].flatMap((id) => found.get(id) ?? [])[0] ?? pending
    if (existing === undefined) {
      const added = additions.get(account) ?? []
      added.push({ ...wanted, payee_name: row.text, imported_payee: row.bankText })
      additions.set(account, added)
      continue
    }
    kept.add(existing.id)
    const fields = differences(existing, wanted)
    if (Object.keys(fields).length === 0) continue
    await budget.change(existing.id, fields)
    changedCount++
  }

  // The books keep an account that is no longer connected.
  const removed = [...found].filter(([id, { id: own, account }]) => {
    const lineage = links.lineageOf(account)
    return !rows.has(id) && !kept.has(own) && lineage !== undefined && names.has(lineage)
  })
  for (const [, { id }] of removed) await budget.remove(id)
  for (const [account, transactions] of additions) await budget.add(account, transactions)
  const added = [...additions.values()].reduce((sum, { length }) => sum + length, 0)
  let closed = 0
  for (const account of links.spareAccounts()) if (await budget.closeIfEmpty(account)) closed++
  return { added, changed: changedCount, removed: removed.length, closed }
}

const maxAttempts = 50

/**
 * Writes, and reads the books again until nothing is left to change: `updateTransaction` and `deleteTransaction` of Actual
 * end before they have written. What is acknowledged before would be lost in a crash.
 */
const writeAndConfirm = async (
  config: Omit<StepConfig, 'onWritten'>,
  changedIds?: ReadonlyArray<string>,
): Promise<Written> => {
  const written = await write(config, changedIds)
  let left = written
  for (let attempt = 0; left.changed + left.removed + left.closed > 0; attempt++) {
    if (attempt === maxAttempts) throw new Error('Actual does not write what it was given')
    await setTimeout(10)
    left = await write(config, changedIds)
  }
  await config.budget.sync()
  return written
}

/**
 * The ids of the rows that may differ. Rows can come before their account, or change while it is disconnected. What is one
 * account may change when an account is added, removed, linked or unlinked.
 */
const changedIdsOf = (bank: Bank, changes: ReadonlyArray<LoggedChange>): ReadonlyArray<string> => {
  const changedIds = (feed: Feed, tags: ReadonlyArray<LoggedChange['_tag']>): ReadonlyArray<string> =>
    changes.flatMap((change) => {
      if (change._tag === 'Erased' || change.feed !== feed || !tags.includes(change._tag)) return []
      return 'previousId' in change ? [change.id, change.previousId] : change.id
    })
  const rows = changedIds('transactions', ['Added', 'Changed', 'Removed', 'Linked', 'Unlinked'])
  const accounts = changedIds('accounts', ['Added', 'Removed', 'Linked', 'Unlinked'])
  return accounts.length === 0 ? rows : [...new Set([...rows, ...readIdsOf(bank, accounts)])]
}

/** Keeps the books in step with the mirror. Cold; never completes. Emits each batch of changes once it is written. */
export const keepInStep = ({ onWritten, ...config }: StepConfig): Observable<ChangeBatch> => {
  const writeAndTell = (ids?: ReadonlyArray<string>) => defer(async () => onWritten(await writeAndConfirm(config, ids)))
  return config.mirror.follow({
    name: `actual ${config.budgetId} ${config.currency} ${config.user}`,
    users: [config.user],
    feeds: ['accounts', 'transactions'],
    limit: config.limit ?? 500,
    // A new name, and one that slept for more than a month, compares everything.
    readTables: () => writeAndTell(),
    process: ({ changes }) => writeAndTell(changedIdsOf(config, changes)),
  })
}
