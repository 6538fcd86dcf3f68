import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { openUserManagementSession } from './bridge2025/sessionFields2025.js'
import {
  deleteItem,
  isRedirect,
  item,
  listItems,
  openBankForm,
  refresh,
  refreshStatus,
  userOperation,
} from './itemOperations.js'
import { page } from './listPage.js'
import { type Fields, isSame, withFields } from './readFields.js'
import type { Call, SandboxOperation } from './router.js'
import type { RouteName } from './routes.js'
import { badRequest, json, notFound, type SandboxResponse, tooManyRequests, unauthorized } from './SandboxResponse.js'
import { accountRows, type UserState } from './sandboxUsers.js'
import {
  account,
  accountsInformation,
  bank,
  category,
  categoryInsights,
  findStockId,
  foundResponse,
  transaction,
} from './singleResources.js'
import { rowsSource, type State } from './State.js'
import {
  changePassword,
  createUser,
  deleteUser,
  deleteUsers,
  user,
  userInPathOperation,
  users,
} from './userOperations.js'
import { isoTime, type Source } from './World.js'

const methods = [['user_uuid'], ['external_user_id'], ['email', 'password']] as const

/**
 * The user that the body identifies. To help developers, the error says whether the user or the password is wrong. A real
 * service does not say that.
 */
const identifyUser = (
  { users }: State,
  fields: Fields,
  [name]: (typeof methods)[number],
): Either<SandboxResponse, UserState> => {
  const findBy = { user_uuid: users.byUuid, external_user_id: users.byExternalId, email: users.byEmail }
  const user = findBy[name](String(fields[name]))
  if (user === undefined) return left(unauthorized(`No user has this ${name}; sandbox.users lists the existing users`))
  return name !== 'email' || isSame(fields.password, user.password)
    ? right(user)
    : left(unauthorized('The password of this user is wrong; sandbox.users has the current one'))
}

/**
 * Issues a token: 400 unless the body identifies the user in exactly one way, 401 if the user does not exist.
 */
const issueToken = withFields((call: Call, fields: Fields): SandboxResponse => {
  const { state, apiVersion, effects } = call
  if (apiVersion.requiresSecretInBody && !isSame(fields.client_secret, state.credentials.clientSecret)) {
    return unauthorized('client_secret is missing in the body, or wrong')
  }
  const presentMethods = methods.filter((names) => names.some((name) => name in fields))
  const [method] = presentMethods
  const isComplete = method?.every((name) => typeof fields[name] === 'string' && fields[name] !== '') === true
  if (
    method === undefined ||
    presentMethods.length > 1 ||
    !isComplete ||
    !(apiVersion.acceptsUserIds || method[0] === 'email')
  ) {
    const ways = apiVersion.acceptsUserIds ? 'user_uuid, external_user_id, or email and password' : 'email and password'
    return badRequest(`In API version ${apiVersion.name} the body must name a user by ${ways}`)
  }
  const identified = identifyUser(state, fields, method)
  if (isLeft(identified)) return identified.left
  const user = identified.right
  call.noteUser(user)
  if (!state.limiter.authenticate(user.index)) return tooManyRequests('limit of token requests for the user')
  const { token, expiresAt } = state.tokens.issue(user.index)
  return json({
    access_token: token,
    expires_at: isoTime(expiresAt + (effects.skew ?? 0)),
    user: state.dialect.tokenUser(user, method[0] === 'email'),
  })
})

const answerSession = (
  { state, bearer: user, request }: Call,
  { item_id: id, callback_url: callbackUrl }: Fields,
): SandboxResponse => {
  if (user === undefined) return notFound('There is no such user')
  const item = user.items.find((candidate) => candidate.id === id)
  if (id !== undefined && item === undefined) return notFound('There is no such item')
  if (!isRedirect(callbackUrl))
    return badRequest('callback_url must be absolute: https, http to this machine, or a scheme of an application')
  const url = state.forms.open(
    { user, item, redirectUrl: callbackUrl, hasUserUuid: true },
    { origin: request.origin, showsRedirect: true },
  )
  const session = new URL(url).pathname.split('/').at(-1)
  return json({ id: session, url }, 201)
}

/** Opens a session to connect a new item or, with `item_id`, to edit an item of the user. */
const openConnectSession = withFields(answerSession, true)

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
      const id = findStockId(user, call)
      return foundResponse(id === undefined ? undefined : call.state.dialect.stock(user.portfolio.row(id)), 'stock')
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
