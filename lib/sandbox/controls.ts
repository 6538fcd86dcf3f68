import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { locateStock } from './data/stocks.js'
import { locateTransaction } from './data/transactions.js'
import type { TransactionChanges } from './ledger.js'
import { type RefreshConfig, refreshedAt, startRefresh } from './refreshes.js'
import type { Sandbox } from './Sandbox.js'
import type { State } from './State.js'
import type { ItemState, UserState } from './users.js'

type Controls = Pick<
  Sandbox,
  | 'refresh'
  | 'submitBankForm'
  | 'insertTransactions'
  | 'updateTransaction'
  | 'deleteTransaction'
  | 'updateStock'
  | 'touchStocks'
  | 'revokeTokens'
>

const insertConfig = options('options', {}, { late: milliseconds(0) })

const unknown = (what: string, id: number | string): RangeError =>
  new RangeError(`sandbox: there is no ${what} ${String(id)}`)

/** What changes a sandbox's state beside the interface; each throws a `RangeError` for an id that is not there. */
export const createControls = (state: State): Controls => {
  const { world, users, tokens } = state

  const user = (uuid: string): UserState => {
    const found = state.userByUuid(uuid)
    if (found === undefined) throw unknown('user', uuid)
    return found
  }

  const updateTransaction = (id: number, changes: TransactionChanges): void => {
    const changed = users[locateTransaction(id).user]?.ledger.change(id, changes) ?? false
    if (!changed) throw unknown('transaction', id)
  }

  const begin = (item: ItemState, config: RefreshConfig = {}): void => {
    const now = world.now()
    item.refresh = startRefresh(config, now, refreshedAt(item.refresh, now))
  }

  return {
    refresh: (itemId, config) => {
      const found = state.item(itemId)
      if (found === undefined) throw unknown('item', itemId)
      begin(found.item, config)
    },
    submitBankForm: (formUrl, config) => {
      const session = state.forms.close(formUrl)
      if (session === undefined) throw unknown('open bank form at', formUrl)
      const item = session.item ?? state.addItem(session.user)
      begin(item, config)
      const callback = new URL(session.redirectUrl ?? 'https://app.sandbox.invalid/connected')
      if (session.namesUser) callback.searchParams.append('user_uuid', session.user.uuid)
      callback.searchParams.append('item_id', String(item.id))
      return callback.href
    },
    insertTransactions: (uuid, count, config = {}) =>
      user(uuid).ledger.insert(count, decodeOptions(insertConfig, config).late ?? 0),
    updateTransaction,
    deleteTransaction: (id) => {
      updateTransaction(id, { is_deleted: true })
    },
    updateStock: (id, changes) => {
      const portfolio = users[Math.floor(locateStock(id) / Math.max(world.stocks, 1))]?.portfolio
      if (portfolio?.ids.includes(id) !== true) throw unknown('stock', id)
      portfolio.change(id, changes)
    },
    touchStocks: (uuid, count) => {
      const { portfolio } = user(uuid)
      for (const id of portfolio.ids.slice(0, count)) portfolio.change(id, {})
    },
    revokeTokens: (uuid) => {
      tokens.revoke(uuid === undefined ? undefined : user(uuid).index)
    },
  }
}
