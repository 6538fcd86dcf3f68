import { exact } from './balanceMovements.js'
import { ofUser } from './itemOperations.js'
import { json } from './SandboxAnswer.js'
import { listStart } from './Source.js'

const rows = 500

/**
 * How much a user spent and received by category, of the newest 500 transactions. No source shows the answer of the
 * service, so its fields are invented.
 */
export const categoryInsights = ofUser(({ ledger }) => {
  const list = ledger.list()
  const byCategory = new Map<number, { readonly total: number; readonly count: number }>()
  for (const key of list.after(listStart, rows)) {
    const { category_id: id, amount } = list.row(key)
    const { total, count } = byCategory.get(id) ?? { total: 0, count: 0 }
    byCategory.set(id, { total: exact(total + amount), count: count + 1 })
  }
  return json({ categories: Array.from(byCategory, ([id, insight]) => ({ id, ...insight })) })
})
