import { accountsInformation } from './accountsInformation.js'
import { openUserManagementSession } from './bridge2025/userManagementSession2025.js'
import type { Call } from './Call.js'
import { categoryInsights } from './categoryInsights.js'
import { changePassword } from './changePassword.js'
import { deleteItem, item, listItems, refresh, refreshStatus, userOperation } from './itemOperations.js'
import { page } from './listPage.js'
import { openBankForm } from './openBankForm.js'
import { openConnectSession } from './openConnectSession.js'
import type { RouteName } from './routes.js'
import type { SandboxOperation } from './SandboxOperation.js'
import { badRequest, notFound, type SandboxResponse } from './SandboxResponse.js'
import { accountRows, type UserState } from './sandboxUsers.js'
import { account, answerFound, bank, category, stockIdOf, transaction } from './singleResources.js'
import type { Source } from './Source.js'
import { rowsSource } from './State.js'
import { issueToken } from './tokenOperation.js'
import { createUser, deleteUser, deleteUsers, user, userInPathOperation, users } from './userOperations.js'

type Operation = (call: Call) => SandboxResponse

/** Creates a list of the user's resources, in the format of the dialect. */
const listOperation = <Row extends object>(
  source: (user: UserState, call: Call) => Source<Row> | undefined,
  write: (call: Call) => (row: Row) => object,
): Operation =>
  userOperation((user, call) => {
    const rows = source(user, call)
    return rows === undefined ? notFound('There is no such account') : page(call, rows, (all) => all.map(write(call)))
  })

/** Creates a list of changes since the moment in a query parameter; without the parameter it has all rows. */
const changesOperation =
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

const transactionWriter = ({ state }: Call) => state.dialect.transaction
const stockWriter = ({ state }: Call) => state.dialect.stock

/**
 * The operations of the API, and the operations that only deployments have. These have no `since`, because no
 * document says in which API version they were added.
 */
export const operations: Readonly<Record<RouteName, SandboxOperation>> = {
  account: { access: 'user', answer: account },
  accounts: {
    access: 'user',
    list: true,
    answer: listOperation(
      (owner, { state }) => rowsSource(owner.items.flatMap((ownedItem) => accountRows(owner, ownedItem, state.world))),
      ({ state }) => state.dialect.account,
    ),
  },
  accountsInformation: {
    access: 'user',
    list: true,
    answer: accountsInformation(({ bank_id }) => ({ bank_id })),
  },
  accountTransactions: {
    access: 'user',
    list: true,
    answer: listOperation((owner, call) => {
      const account = accountOf(owner, call)
      return account === undefined ? undefined : owner.ledger.list(account)
    }, transactionWriter),
  },
  accountTransactionsUpdated: {
    access: 'user',
    list: true,
    answer: changesOperation((moment) =>
      listOperation((owner, call) => {
        const account = accountOf(owner, call)
        return account === undefined ? undefined : owner.ledger.updated(moment, account)
      }, transactionWriter),
    ),
  },
  authenticate: { method: 'POST', access: 'application', answer: issueToken },
  bankFormAdd: { access: 'user', since: 'beta 3', answer: openBankForm },
  bankFormEdit: { access: 'user', since: 'beta 3', answer: openBankForm },
  bank: { access: 'public', answer: bank },
  banks: {
    access: 'public',
    list: true,
    answer: (call) => page(call, call.state.banks, call.state.dialect.banks),
  },
  categoryInsights: { access: 'user', answer: categoryInsights(false) },
  connectItemConfirmation: { access: 'user', answer: openBankForm },
  connectItemSync: { access: 'user', answer: openBankForm },
  categories: {
    access: 'public',
    list: true,
    answer: (call) => page(call, call.state.categories(call.language), (rows) => rows),
  },
  category: { access: 'public', answer: category },
  connectSession: { method: 'POST', access: 'user', answer: openConnectSession },
  createUser: { method: 'POST', access: 'application', answer: createUser },
  deleteItem: { method: 'DELETE', access: 'user', answer: deleteItem },
  deleteUsers: { method: 'DELETE', access: 'application', answer: deleteUsers },
  deleteUser: { method: 'DELETE', access: 'application', answer: deleteUser },
  earlierRefreshStatus: { access: 'user', until: '2016-01-18', answer: refreshStatus },
  item: { access: 'user', answer: item },
  items: { access: 'user', list: true, answer: userOperation(listItems) },
  password: { method: 'PUT', access: 'application', since: '2016-01-18', answer: changePassword },
  refresh: { method: 'POST', access: 'user', answer: refresh },
  refreshStatus: { access: 'user', since: '2016-01-18', answer: refreshStatus },
  stock: {
    access: 'user',
    since: '2016-01-18',
    answer: userOperation((user, call) => {
      const id = stockIdOf(user, call)
      return answerFound(id === undefined ? undefined : call.state.dialect.stock(user.portfolio.row(id)), 'stock')
    }),
  },
  stocks: {
    access: 'user',
    list: true,
    since: '2016-01-18',
    answer: listOperation(({ portfolio }) => portfolio.list(), stockWriter),
  },
  stocksUpdated: {
    access: 'user',
    list: true,
    since: '2016-01-18',
    answer: changesOperation((moment) => listOperation(({ portfolio }) => portfolio.updated(moment), stockWriter)),
  },
  transaction: { access: 'user', answer: transaction },
  transactions: {
    access: 'user',
    list: true,
    answer: listOperation(({ ledger }) => ledger.list(), transactionWriter),
  },
  transactionsUpdated: {
    access: 'user',
    list: true,
    since: 'beta 3',
    answer: changesOperation((moment) => listOperation(({ ledger }) => ledger.updated(moment), transactionWriter)),
  },
  user: { access: 'application', answer: user },
  userItems: {
    access: 'application',
    list: true,
    since: '2016-01-18',
    answer: userInPathOperation(listItems),
  },
  userManagementSession: { method: 'POST', access: 'user', answer: openUserManagementSession },
  users: { access: 'application', list: true, answer: users },
}
