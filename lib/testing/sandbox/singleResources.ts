import { roundSum } from './balanceMovements.js'
import { userOperation } from './itemOperations.js'
import { page } from './listPage.js'
import type { Call } from './router.js'
import { json, notFound, type SandboxResponse } from './SandboxResponse.js'
import { type AccountRow, accountRows, type UserState } from './sandboxUsers.js'
import { draw, pick } from './seededRandom.js'
import { rowsSource } from './State.js'
import { listStart, type World } from './World.js'

const maxRows = 500

/**
 * The net amount and the number of a user's transactions by category, of the newest 500. No source documents the fields of the
 * service's response, so they are invented; that they are in `resources` is documented for API version 2025-01-15.
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

const firstNames = ['Camille', 'Louis', 'Chloé', 'Hugo', 'Manon', 'Jules']

const lastNames = ['Martin', 'Bernard', 'Petit', 'Moreau', 'Fontaine', 'Lefèvre']

const selectHolder = ({ index, life }: UserState, { seed }: World) => {
  if (life !== undefined) {
    const [first_name, last_name] = life.holder.split(' ')
    return { first_name, last_name }
  }
  const holder = draw(draw(seed, 0x401d), index)
  return { first_name: pick(draw(holder, 1), firstNames), last_name: pick(draw(holder, 2), lastNames) }
}

/** The fields of an account that clients of the service read. `bank` is the field with the id of the bank. */
const accountFields = ({ id, name, type, currency_code, iban }: AccountRow, bank: object): object =>
  Object.fromEntries(
    Object.entries({ id, name, type, currency_code, ...bank, iban }).filter(([, value]) => value !== null),
  )

/**
 * The holder of each item's accounts. The rows have the fields that clients read. Inferred: the list has pages like other
 * lists, and accounts without access to their data are left out.
 */
export const accountsInformation = (selectBank: (row: AccountRow) => object) =>
  userOperation((owner, call: Call) => {
    const { world } = call.state
    return page(call, rowsSource(owner.items), (items) =>
      items.map((item) => ({
        item_id: item.id,
        ...selectHolder(owner, world),
        accounts: accountRows(owner, item, world)
          .filter(({ id }) => !owner.inaccessibleAccounts.has(id))
          .map((row) => accountFields(row, selectBank(row))),
      })),
    )
  })

/** Matches the row whose id is in the path. */
const withId =
  ({ match }: Call) =>
  ({ id }: { readonly id: number }): boolean =>
    String(id) === match.id

/** The response with a row, or 404 if there is none. */
export const foundResponse = (row: object | undefined, what: string): SandboxResponse =>
  row === undefined ? notFound(`There is no such ${what}`) : json(row)

/** The id in the path, if the user has a stock with this id. */
export const findStockId = ({ portfolio }: UserState, { match }: Call): number | undefined =>
  portfolio.ids.find((id) => String(id) === match.id)

/** One account of a user. */
export const account = userOperation((owner, call) => {
  const { dialect, world } = call.state
  const row = owner.items.flatMap((item) => accountRows(owner, item, world)).find(withId(call))
  return foundResponse(row && dialect.account(row), 'account')
})

/** One transaction of a user, unless it was deleted. */
export const transaction = userOperation(({ ledger }, { match, state }) => {
  const row = ledger.get(Number(match.id))
  return foundResponse(row && state.dialect.transaction(row), 'transaction')
})

/** One bank. */
export const bank = (call: Call): SandboxResponse => {
  const { banks, dialect } = call.state
  const key = { rank: 0, id: Number(call.match.id) + 0.5 }
  const row = banks.after(key, 1).map(banks.row).find(withId(call))
  return foundResponse(row && (dialect.bank?.(row) ?? row), 'bank')
}

interface Category {
  readonly id: number
  readonly categories?: ReadonlyArray<Category>
}

/** One category. If the list nests it in its parent, the response adds `parent_id`. */
export const category = (call: Call): SandboxResponse => {
  const rows = call.state.dialect.categories(call.language) as ReadonlyArray<Category>
  const all = rows.flatMap(({ categories = [], ...parent }) => [
    parent,
    ...categories.map((child) => ({ ...child, parent_id: parent.id })),
  ])
  return foundResponse(all.find(withId(call)), 'category')
}
