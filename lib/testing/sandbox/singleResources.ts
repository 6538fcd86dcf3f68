import type { Call } from './Call.js'
import { ofUser } from './itemOperations.js'
import { type Answer, json, notFound } from './SandboxAnswer.js'
import { accountRows } from './sandboxUsers.js'

/** Selects the row whose id is in the path. */
const withId =
  ({ match }: Call) =>
  ({ id }: { readonly id: number }): boolean =>
    String(id) === match.id

const found = (row: object | undefined, what: string): Answer =>
  row === undefined ? notFound(`There is no such ${what}`) : json(row)

/** One account of a user. */
export const account = ofUser((owner, call) => {
  const { dialect, world } = call.state
  const row = owner.items.flatMap((item) => accountRows(owner, item, world)).find(withId(call))
  return found(row && dialect.account(row), 'account')
})

/** One transaction of a user, unless it was deleted. */
export const transaction = ofUser(({ ledger }, { match, state }) => {
  const row = ledger.get(Number(match.id))
  return found(row && state.dialect.transaction(row), 'transaction')
})

/** One bank. */
export const bank = (call: Call): Answer => {
  const { banks, dialect } = call.state
  const key = { rank: 0, id: Number(call.match.id) + 0.5 }
  const row = banks.after(key, 1).map(banks.row).find(withId(call))
  return found(row && (dialect.bank?.(row) ?? row), 'bank')
}

interface Category {
  readonly id: number
  readonly categories?: ReadonlyArray<Category>
}

/** One category. If the list nests it in its parent, the answer adds `parent_id`. */
export const category = (call: Call): Answer => {
  const rows = call.state.dialect.categories(call.language) as ReadonlyArray<Category>
  const all = rows.flatMap(({ categories = [], ...above }) => [
    above,
    ...categories.map((below) => ({ ...below, parent_id: above.id })),
  ])
  return found(all.find(withId(call)), 'category')
}
