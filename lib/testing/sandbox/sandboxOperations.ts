import type { Call } from './Call.js'
import { categoryInsights } from './categoryInsights.js'
import { password } from './changePassword.js'
import { authenticate } from './issueToken.js'
import { deleteItem, item, listItems, ofUser, refresh, refreshStatus } from './itemOperations.js'
import { page } from './listPage.js'
import { bankForm } from './openBankForm.js'
import { connectSession } from './openConnectSession.js'
import type { RouteName } from './routes.js'
import { type Answer, badRequest, json, notFound } from './SandboxAnswer.js'
import type { Answered } from './SandboxOperation.js'
import { accountRows, type UserState } from './sandboxUsers.js'
import { account, bank, category, transaction } from './singleResources.js'
import type { Source } from './Source.js'
import { rowsSource } from './State.js'
import { createUser, deleteUser, deleteUsers, ofNamedUser, user, users } from './userOperations.js'

type Operation = (call: Call) => Answer

/** A list of resources of the user, in the format of the dialect. */
const listOf = <Row extends object>(
  source: (user: UserState, call: Call) => Source<Row> | undefined,
  write: (call: Call) => (row: Row) => object,
): Operation =>
  ofUser((user, call) => {
    const rows = source(user, call)
    return rows === undefined ? notFound('There is no such account') : page(call, rows, (all) => all.map(write(call)))
  })

/** A list of the changes since the moment that a query parameter has; of everything if the parameter is missing. */
const since =
  (list: (moment: number) => Operation): Operation =>
  (call) => {
    const { parameter, format } = call.state.profile.since
    const text = call.parameters.get(parameter)
    const moment = text === null ? undefined : format.decode(text)
    if (moment?._tag === 'Left') return badRequest(`${parameter} must be a ${format.name}`)
    return list(moment?.right.getTime() ?? -Infinity)(call)
  }

/** The account whose id is in the path, if it belongs to the user. */
const accountOf = ({ items }: UserState, { match }: Call): number | undefined =>
  items.flatMap(({ accounts }) => accounts.map(({ id }) => id)).find((id) => String(id) === match.id)

const asTransaction = ({ state }: Call) => state.dialect.transaction
const asStock = ({ state }: Call) => state.dialect.stock

/**
 * The operations of the interface, and those that only deployments have. It is not documented since which stage the
 * latter exist, so they have no `since`.
 */
export const operations: Readonly<Record<RouteName, Answered>> = {
  account: { access: 'user', answer: account },
  accounts: {
    access: 'user',
    list: true,
    answer: listOf(
      (owner, { state }) => rowsSource(owner.items.flatMap((one) => accountRows(owner, one, state.world))),
      ({ state }) => state.dialect.account,
    ),
  },
  accountTransactions: {
    access: 'user',
    list: true,
    answer: listOf((owner, call) => {
      const account = accountOf(owner, call)
      return account === undefined ? undefined : owner.ledger.list(account)
    }, asTransaction),
  },
  accountTransactionsUpdated: {
    access: 'user',
    list: true,
    answer: since((moment) =>
      listOf((owner, call) => {
        const account = accountOf(owner, call)
        return account === undefined ? undefined : owner.ledger.updated(moment, account)
      }, asTransaction),
    ),
  },
  authenticate: { method: 'POST', access: 'application', answer: authenticate },
  bankFormAdd: { access: 'user', since: 'beta 3', answer: bankForm },
  bankFormEdit: { access: 'user', since: 'beta 3', answer: bankForm },
  bank: { access: 'public', answer: bank },
  banks: {
    access: 'public',
    list: true,
    answer: (call) => page(call, call.state.banks, call.state.dialect.banks),
  },
  categoryInsights: { access: 'user', answer: categoryInsights },
  connectItemConfirmation: { access: 'user', answer: bankForm },
  connectItemSync: { access: 'user', answer: bankForm },
  categories: {
    access: 'public',
    list: true,
    answer: (call) => page(call, call.state.categories(call.language), (rows) => rows),
  },
  category: { access: 'public', answer: category },
  connectSession: { method: 'POST', access: 'user', answer: connectSession },
  createUser: { method: 'POST', access: 'application', answer: createUser },
  deleteItem: { method: 'DELETE', access: 'user', answer: deleteItem },
  deleteUsers: { method: 'DELETE', access: 'application', answer: deleteUsers },
  deleteUser: { method: 'DELETE', access: 'application', answer: deleteUser },
  earlierRefreshStatus: { access: 'user', until: '2016-01-18', answer: refreshStatus },
  item: { access: 'user', answer: item },
  items: { access: 'user', list: true, answer: ofUser(listItems) },
  password: { method: 'PUT', access: 'application', since: '2016-01-18', answer: password },
  refresh: { method: 'POST', access: 'user', answer: refresh },
  refreshStatus: { access: 'user', since: '2016-01-18', answer: refreshStatus },
  stock: {
    access: 'user',
    since: '2016-01-18',
    answer: ofUser(({ portfolio }, { match, state }) => {
      const id = portfolio.ids.find((candidate) => String(candidate) === match.id)
      return id === undefined ? notFound('There is no such stock') : json(state.dialect.stock(portfolio.row(id)))
    }),
  },
  stocks: {
    access: 'user',
    list: true,
    since: '2016-01-18',
    answer: listOf(({ portfolio }) => portfolio.list(), asStock),
  },
  stocksUpdated: {
    access: 'user',
    list: true,
    since: '2016-01-18',
    answer: since((moment) => listOf(({ portfolio }) => portfolio.updated(moment), asStock)),
  },
  transaction: { access: 'user', answer: transaction },
  transactions: {
    access: 'user',
    list: true,
    answer: listOf(({ ledger }) => ledger.list(), asTransaction),
  },
  transactionsUpdated: {
    access: 'user',
    list: true,
    since: 'beta 3',
    answer: since((moment) => listOf(({ ledger }) => ledger.updated(moment), asTransaction)),
  },
  user: { access: 'application', answer: user },
  userItems: {
    access: 'application',
    list: true,
    since: '2016-01-18',
    answer: ofNamedUser(listItems),
  },
  users: { access: 'application', list: true, answer: users },
}
