import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as api from '@actual-app/api'
import type { Budget, BudgetTransaction } from './Budget.js'

/** How many ids a query has at most. */
const maxIds = 500

const noteOf = (account: string): string => `account-${account}`

const query = async (filter: Readonly<Record<string, unknown>>): Promise<ReadonlyArray<BudgetTransaction>> => {
  const { data } = (await api.aqlQuery(
    api.q('transactions').filter(filter).select('*').options({ splits: 'grouped' }),
  )) as { readonly data: ReadonlyArray<BudgetTransaction> }
  return data
}

const isJson = (file: string): boolean => {
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return true
  } catch {
    return false
  }
}

/** Actual writes this file in place, so a kill may leave it empty: it would not find the budget again. */
const repairMetadata = (folder: string, name: string): void => {
  for (const id of readdirSync(folder)) {
    const file = join(folder, id, 'metadata.json')
    if (!existsSync(join(folder, id, 'db.sqlite')) || isJson(file)) continue
    writeFileSync(`${file}.new`, JSON.stringify({ id, budgetName: name }))
    renameSync(`${file}.new`, file)
  }
}

/**
 * Creates a budget in a folder of its own, and moves a copy of it to the others once it is whole: after a kill there is all of
 * it or nothing. After `shutdown`, Actual still writes to the other files of the first one, so only its database is copied.
 */
const createBudget = async (folder: string, name: string): Promise<void> => {
  const unfinished = join(folder, 'unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  await api.init({ dataDir: unfinished, verbose: false })
  await api.runImport(name, async () => undefined)
  const { id } = (await api.getBudgets()).find((budget) => budget.name === name) ?? {}
  await api.shutdown()
  if (id === undefined) return
  const copy = join(unfinished, 'copy')
  mkdirSync(copy)
  copyFileSync(join(unfinished, id, 'db.sqlite'), join(copy, 'db.sqlite'))
  writeFileSync(join(copy, 'metadata.json'), JSON.stringify({ id, budgetName: name }))
  renameSync(copy, join(folder, id))
}

/** A budget on a server of Actual. `syncId`: its id in the advanced settings of Actual. */
export interface SyncedBudget {
  readonly serverURL: string
  readonly password: string
  readonly syncId: string
}

/** Loads the budget of a folder, which is created if there is none, and answers its id. */
const loadLocal = async (folder: string, name: string): Promise<string> => {
  const find = async () => {
    repairMetadata(folder, name)
    await api.init({ dataDir: folder, verbose: false })
    return (await api.getBudgets()).find((budget) => budget.name === name)?.id
  }
  let id = await find()
  if (id === undefined) {
    await createBudget(folder, name)
    id = await find()
  }
  if (id === undefined) throw new Error(`${folder}: the budget ${name} cannot be created`)
  await api.loadBudget(id)
  return id
}

/** Loads the budget of a server, of which the folder keeps a copy, and answers its id. */
const loadSynced = async (folder: string, { syncId, ...server }: SyncedBudget): Promise<string> => {
  await api.init({ dataDir: folder, verbose: false, ...server })
  await api.downloadBudget(syncId)
  return syncId
}

/** Opens the budget of a server, or else that of a folder. Call `api.shutdown` at the end. */
export const openBudget = async (
  folder: string,
  name: string,
  synced?: SyncedBudget,
): Promise<{ readonly budgetId: string; readonly budget: Budget }> => {
  const budgetId = await (synced === undefined ? loadLocal(folder, name) : loadSynced(folder, synced))
  const budget: Budget = {
    accounts: () => api.getAccounts(),
    addAccount: (title) => api.createAccount({ name: title }, 0),
    renameAccount: (account, title) => api.updateAccount(account, { name: title }),
    closeIfEmpty: async (account) => {
      if ((await query({ account })).length > 0) return false
      await api.closeAccount(account)
      return true
    },
    accountNote: async (account) => (await api.getNote(noteOf(account)))?.note ?? '',
    writeAccountNote: (account, note) => api.updateNote(noteOf(account), note),
    find: async (prefix, ids) => {
      if (ids === undefined) return query({ imported_id: { $like: `${prefix}%` } })
      const found: Array<BudgetTransaction> = []
      for (let start = 0; start < ids.length; start += maxIds)
        found.push(...(await query({ imported_id: { $oneof: ids.slice(start, start + maxIds) } })))
      return found
    },
    add: async (account, transactions) => {
      const { errors = [] } = await api.importTransactions(account, [...transactions])
      if (errors.length > 0) throw new Error(`Actual refused transactions: ${errors[0]?.message ?? ''}`)
    },
    change: (transaction, fields) => api.updateTransaction(transaction, fields),
    remove: (transaction) => api.deleteTransaction(transaction),
    sync: async () => (synced === undefined ? undefined : api.sync()),
  }
  return { budgetId, budget }
}
