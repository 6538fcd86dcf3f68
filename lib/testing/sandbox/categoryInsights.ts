import { roundSum } from './balanceMovements.js'
import { userOperation } from './itemOperations.js'
import { json } from './SandboxResponse.js'
import { listStart } from './World.js'

const maxRows = 500

/**
 * How much a user spent and received by category, in the newest 500 transactions. No source documents the fields of the
 * service's answer, so they are invented; that they are in `resources` is documented for API version 2025-01-15.
 */
export const categoryInsights = (isInResources: boolean) =>
  userOperation(({ ledger }) => {
    const list = ledger.list()
    const byCategory = new Map<number, { readonly total: number; readonly count: number }>()
    for (const key of list.after(listStart, maxRows)) {
      const { category_id: id, amount } = list.row(key)
      const { total, count } = byCategory.get(id) ?? { total: 0, count: 0 }
      byCategory.set(id, { total: roundSum(total + amount), count: count + 1 })
    }
    const categories = Array.from(byCategory, ([id, insight]) => ({ id, ...insight }))
    return json(isInResources ? { resources: categories } : { categories })
  })
