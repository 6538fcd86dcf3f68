import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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

/** Opens the budget of a folder, and creates it if there is none. Call `api.shutdown` at the end. */
export const openBudget = async (
  folder: string,
  name: string,
): Promise<{ readonly budgetId: string; readonly budget: Budget }> => {
  repairMetadata(folder, name)
  await api.init({ dataDir: folder, verbose: false })
  const find = async () => (await api.getBudgets()).find((budget) => budget.name === name)?.id
  let id = await find()
  if (id === undefined) {
    await api.runImport(name, async () => undefined)
    id = await find()
  }
  if (id === undefined) throw new Error(`${folder}: the budget ${name} cannot be created`)
  await api.loadBudget(id)
  const budget: Budget = {
    accounts: () => api.getAccounts(),
    addAccount: (title) => api.createAccount({ name: title }, 0),
    renameAccount: (account, title) => api.updateAccount(account, { name: title }),
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
  }
  return { budgetId: id, budget }
}
