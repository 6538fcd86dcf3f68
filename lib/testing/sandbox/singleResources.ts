import { userOperation } from './itemOperations.js'
import type { Call } from './router.js'
import { json, notFound, type SandboxResponse } from './SandboxResponse.js'
import { accountRows, type UserState } from './sandboxUsers.js'

/** Matches the row whose id is in the path. */
const withId =
  ({ match }: Call) =>
  ({ id }: { readonly id: number }): boolean =>
    String(id) === match.id

/** Answers with a row, or with 404 if there is none. */
export const answerFound = (row: object | undefined, what: string): SandboxResponse =>
  row === undefined ? notFound(`There is no such ${what}`) : json(row)

/** The id in the path, if the user has a stock with this id. */
export const stockIdOf = ({ portfolio }: UserState, { match }: Call): number | undefined =>
  portfolio.ids.find((id) => String(id) === match.id)

/** One account of a user. */
export const account = userOperation((owner, call) => {
  const { dialect, world } = call.state
  const row = owner.items.flatMap((item) => accountRows(owner, item, world)).find(withId(call))
  return answerFound(row && dialect.account(row), 'account')
})

/** One transaction of a user, unless it was deleted. */
export const transaction = userOperation(({ ledger }, { match, state }) => {
  const row = ledger.get(Number(match.id))
  return answerFound(row && state.dialect.transaction(row), 'transaction')
})

/** One bank. */
export const bank = (call: Call): SandboxResponse => {
  const { banks, dialect } = call.state
  const key = { rank: 0, id: Number(call.match.id) + 0.5 }
  const row = banks.after(key, 1).map(banks.row).find(withId(call))
  return answerFound(row && (dialect.bank?.(row) ?? row), 'bank')
}

interface Category {
  readonly id: number
  readonly categories?: ReadonlyArray<Category>
}

/** One category. If the list nests it in its parent, the answer adds `parent_id`. */
export const category = (call: Call): SandboxResponse => {
  const rows = call.state.dialect.categories(call.language) as ReadonlyArray<Category>
  const all = rows.flatMap(({ categories = [], ...parent }) => [
    parent,
    ...categories.map((child) => ({ ...child, parent_id: parent.id })),
  ])
  return answerFound(all.find(withId(call)), 'category')
}
