import { roundSum } from './balanceMovements.js'
import { userOperation } from './itemOperations.js'
import { json } from './SandboxAnswer.js'
import { listStart } from './Source.js'

const maxRows = 500

/**
 * How much a user spent and received by category, in the newest 500 transactions. No source documents the service's
 * answer, so its fields are invented.
 */
export const categoryInsights = userOperation(({ ledger }) => {
  const list = ledger.list()
  const byCategory = new Map<number, { readonly total: number; readonly count: number }>()
  for (const key of list.after(listStart, maxRows)) {
    const { category_id: id, amount } = list.row(key)
    const { total, count } = byCategory.get(id) ?? { total: 0, count: 0 }
    byCategory.set(id, { total: roundSum(total + amount), count: count + 1 })
  }
  return json({ categories: Array.from(byCategory, ([id, insight]) => ({ id, ...insight })) })
})
