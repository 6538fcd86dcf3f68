import { type Answer, badRequest, json, notFound } from './Answer.js'
import { authenticate } from './authenticate.js'
import { bankForm } from './bankForm.js'
import type { Call } from './Call.js'
import { page } from './page.js'
import { password } from './password.js'
import { refreshBody } from './refreshes.js'
import type { RouteName } from './routes.js'
import { type Source, sourceOf } from './Source.js'
import { rowsSource } from './State.js'
import { accountRows, itemRow, type UserState } from './users.js'

type Operation = (call: Call) => Answer

/** An operation on what is the user's whose token was sent. */
const ofUser =
  (answer: (user: UserState, call: Call) => Answer): Operation =>
  (call) =>
    call.bearer === undefined ? notFound('There is no such user') : answer(call.bearer, call)

const items = (user: UserState, call: Call): Answer =>
  page(call, rowsSource(user.items.map((item) => ({ ...itemRow(item, call.state.world.now()), id: item.id }))))

/** A list of what changed since the moment that a parameter names; without it, all there is. */
const since =
  (source: (user: UserState, moment: number) => Source): Operation =>
  (call) => {
    const { parameter, format } = call.state.profile.since
    const text = call.parameters.get(parameter)
    const moment = text === null ? undefined : format.decode(text)
    if (moment?._tag === 'Left') return badRequest(`${parameter} must be a ${format.name}`)
    return ofUser((user) => page(call, source(user, moment?.right.getTime() ?? -Infinity)))(call)
  }

const refreshStatus = ofUser((user, { state, match }) => {
  const item = user.items.find(({ id }) => String(id) === match.id)
  if (item === undefined) return notFound('There is no such item')
  return json(refreshBody(item.refresh, item.accounts.length, state.world.now()))
})

/** What each operation answers to a call that was admitted. */
export const operations: Readonly<Record<RouteName, Operation>> = {
  accounts: ofUser(({ items }, call) => {
    const accounts = items.flatMap((item) => accountRows(item, call.state.world))
    const rows = new Map(accounts.map(({ id, row }) => [id, row]))
    const places = accounts.map(({ id }) => ({ rank: 0, id }))
    return page(
      call,
      sourceOf(places, ({ id }) => rows.get(id) ?? {}),
    )
  }),
  authenticate,
  bankFormAdd: bankForm,
  bankFormEdit: bankForm,
  banks: (call) => page(call, call.state.banks),
  categories: (call) => page(call, call.state.categories(call.language)),
  earlierRefreshStatus: refreshStatus,
  items: ofUser(items),
  password,
  refreshStatus,
  stock: ofUser(({ portfolio }, { match }) => {
    const id = portfolio.ids.find((candidate) => String(candidate) === match.id)
    return id === undefined ? notFound('There is no such stock') : json(portfolio.row(id))
  }),
  stocks: ofUser(({ portfolio }, call) => page(call, portfolio.list)),
  stocksUpdated: since(({ portfolio }, moment) => portfolio.updated(moment)),
  transactions: ofUser(({ ledger }, call) => page(call, ledger.list)),
  transactionsUpdated: since(({ ledger }, moment) => ledger.updated(moment)),
  userItems: (call) => {
    const user = call.state.userByUuid(call.match.id)
    if (user === undefined) return notFound('There is no such user')
    call.about(user)
    return items(user, call)
  },
  users: (call) => {
    const places = call.state.users.map(({ index }) => ({ rank: 0, id: index }))
    const row = (index: number): object => {
      const { uuid, externalUserId, email } = call.state.users[index] as UserState
      return { uuid, external_user_id: externalUserId, email }
    }
    return page(
      call,
      sourceOf(places, ({ id }) => row(id)),
    )
  },
}
