import { redirectUrl } from '../../service/api/readCallback.js'
import { page } from './listPage.js'
import { type Fields, withFields } from './readFields.js'
import { refreshBody } from './refreshes.js'
import type { Call } from './router.js'
import { badRequest, json, noBody, notFound, type SandboxResponse } from './SandboxResponse.js'
import { itemRow, type ItemState, type UserState } from './sandboxUsers.js'
import { rowsSource, type State } from './State.js'

/** Whether a value is missing, or a URL that a bank form may redirect to. */
export const isRedirect = (u: unknown): u is string | undefined => u === undefined || redirectUrl.is(u)

const answerFormUrl = ({ state, apiVersion, bearer: user, match, request }: Call, fields: Fields): SandboxResponse => {
  if (user === undefined) return notFound('There is no such user')
  // Clients without a redirect URL send an empty text.
  const { redirect_url: redirectParameter = '', item_id: id = null } = fields
  const redirection = redirectParameter === '' ? undefined : redirectParameter
  if (redirection !== undefined && !apiVersion.acceptsRedirectUrl) {
    return badRequest(`The bank form of API version ${apiVersion.name} does not accept redirect_url`)
  }
  if (!isRedirect(redirection)) {
    return badRequest('redirect_url must be absolute: https, http to this machine, or a scheme of an application')
  }
  const item = user.items.find((candidate) => String(candidate.id) === id)
  if ((match.name === 'bankFormEdit' || match.name === 'connectItemSync') && item === undefined) {
    return id === null ? badRequest('item_id is missing') : notFound('There is no such item')
  }
  const session = { user, item, redirectUrl: redirection, hasUserUuid: apiVersion.namesUserInCallback }
  return json({ redirect_url: state.forms.open(session, { origin: request.origin, showsRedirect: true }) })
}

/**
 * Opens a bank form: to connect a new item or, with `item_id`, to edit an item of the user. Also opens forms that confirm
 * accounts or ask for a code.
 */
export const openBankForm = withFields(answerFormUrl, true)

/** Creates an operation on resources of the user whose token was sent. */
export const userOperation =
  (answer: (user: UserState, call: Call) => SandboxResponse) =>
  (call: Call): SandboxResponse =>
    call.bearer === undefined ? notFound('There is no such user') : answer(call.bearer, call)

/** Creates an operation on the user's item whose id is in the path. */
const itemOperation = (answer: (item: ItemState, user: UserState, call: Call) => SandboxResponse) =>
  userOperation((user, call) => {
    const item = user.items.find(({ id }) => String(id) === call.match.id)
    return item === undefined ? notFound('There is no such item') : answer(item, user, call)
  })

const row = (state: State, item: ItemState) => state.dialect.item(itemRow(item, state.world.now()), item)

/** The items of a user. */
export const listItems = ({ items }: UserState, call: Call): SandboxResponse =>
  page(call, rowsSource(items.map((item) => row(call.state, item))), (rows) => rows)

export const item = itemOperation((found, _, { state }) => json(row(state, found)))

export const deleteItem = itemOperation((found, user, { state }) => {
  state.removeItem(user, found)
  return noBody(204)
})

/** Starts a refresh, unless one is running already; answers 202 in both cases. */
export const refresh = itemOperation((found, user, { state }) => {
  state.refreshItem(user, found, 'api')
  const location = (state.profile.paths.refreshStatus ?? '').replace(':id', String(found.id))
  return { ...noBody(202), headers: state.dialect.locatesRefresh ? { location } : {} }
})

export const refreshStatus = itemOperation(({ bankAccounts, refresh: last }, _, { state }) =>
  json(state.dialect.refreshStatus(refreshBody(last, bankAccounts.length, state.world.now()))),
)
