import { type Answer, badRequest, json, notFound } from './Answer.js'
import { authenticate } from './authenticate.js'
import { bankForm } from './bankForm.js'
import type { Call } from './Call.js'
import { deleteItem, item, listItems, ofUser, refresh, refreshStatus } from './itemOperations.js'
import { page } from './page.js'
import { password } from './password.js'
import type { RouteName } from './routes.js'
import type { Source } from './Source.js'
import { rowsSource } from './State.js'
import { createUser, deleteUser, ofNamedUser, user, users } from './userOperations.js'
import { accountRows, type UserState } from './users.js'

type Operation = (call: Call) => Answer

/** A list of what is the user's, each row as the dialect writes it. */
const listOf = <Row extends object>(
  source: (user: UserState, call: Call) => Source<Row> | undefined,
  write: (call: Call) => (row: Row) => object,
): Operation =>
  ofUser((user, call) => {
    const rows = source(user, call)
    return rows === undefined ? notFound('There is no such account') : page(call, rows, (all) => all.map(write(call)))
  })

/** A list of what changed since the moment that a parameter names; without it, all there is. */
const since =
  (list: (moment: number) => Operation): Operation =>
  (call) => {
    const { parameter, format } = call.state.profile.since
    const text = call.parameters.get(parameter)
    const moment = text === null ? undefined : format.decode(text)
    if (moment?._tag === 'Left') return badRequest(`${parameter} must be a ${format.name}`)
    return list(moment?.right.getTime() ?? -Infinity)(call)
  }

/** The account whose id is in the path, where it is one of the user's. */
const accountOf = ({ items }: UserState, { match }: Call): number | undefined =>
  items.flatMap(({ accounts }) => accounts.map(({ id }) => id)).find((id) => String(id) === match.id)

const asTransaction = ({ state }: Call) => state.dialect.transaction
const asStock = ({ state }: Call) => state.dialect.stock

/** What each operation answers to a call that was admitted. */
export const operations: Readonly<Record<RouteName, Operation>> = {
  accounts: listOf(
    (owner, { state }) => rowsSource(owner.items.flatMap((one) => accountRows(owner, one, state.world))),
    ({ state }) => state.dialect.account,
  ),
  accountTransactions: listOf((owner, call) => {
    const account = accountOf(owner, call)
    return account === undefined ? undefined : owner.ledger.list(account)
  }, asTransaction),
  accountTransactionsUpdated: since((moment) =>
    listOf((owner, call) => {
      const account = accountOf(owner, call)
      return account === undefined ? undefined : owner.ledger.updated(moment, account)
    }, asTransaction),
  ),
  authenticate,
  bankFormAdd: bankForm,
  bankFormEdit: bankForm,
  banks: (call) => page(call, call.state.banks, call.state.dialect.banks),
  categories: (call) => page(call, call.state.categories(call.language), (rows) => rows),
  createUser,
  deleteItem,
  deleteUser,
  earlierRefreshStatus: refreshStatus,
  item,
  items: ofUser(listItems),
  password,
  refresh,
  refreshStatus,
  stock: ofUser(({ portfolio }, { match, state }) => {
    const id = portfolio.ids.find((candidate) => String(candidate) === match.id)
    return id === undefined ? notFound('There is no such stock') : json(state.dialect.stock(portfolio.row(id)))
  }),
  stocks: listOf(({ portfolio }) => portfolio.list(), asStock),
  stocksUpdated: since((moment) => listOf(({ portfolio }) => portfolio.updated(moment), asStock)),
  transactions: listOf(({ ledger }) => ledger.list(), asTransaction),
  transactionsUpdated: since((moment) => listOf(({ ledger }) => ledger.updated(moment), asTransaction)),
  user,
  userItems: ofNamedUser(listItems),
  users,
}
