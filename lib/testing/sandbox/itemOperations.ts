import { page } from './listPage.js'
import { refreshBody } from './refreshes.js'
import type { Call } from './router.js'
import { json, noBody, notFound, type SandboxResponse } from './SandboxResponse.js'
import { itemRow, type ItemState, type UserState } from './sandboxUsers.js'
import { rowsSource, type State } from './State.js'

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
