import * as t from 'io-ts'
import { notAllowed } from '../../base/codec/guardCodec.js'
import { finite, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { locateStock } from './data/stockRows.js'
import type { TransactionChanges } from './data/transactionRows.js'
import { locateTransaction } from './data/transactionRows.js'
import type { ChangeConfig } from './ledger.js'
import type { OverridableResource } from './overrides.js'
import type { StockChanges } from './portfolio.js'
import type { Sandbox } from './Sandbox.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import { submitForm } from './submitForm.js'

type Controls = Pick<
  Sandbox,
  | 'refresh'
  | 'planRefresh'
  | 'submitBankForm'
  | 'insertTransactions'
  | 'postTransaction'
  | 'updateTransaction'
  | 'deleteTransaction'
  | 'updateStock'
  | 'touchStocks'
  | 'removeItem'
  | 'relinkItem'
  | 'recreateUser'
  | 'overrideRow'
  | 'setDataAccess'
  | 'revokeTokens'
>

/**
 * A codec that checks only the names of fields. Values are not checked, because a test may send invalid ones. For a name that
 * a field has in `otherNames`, the issue says the name to use.
 */
const fieldNamesCodec = (names: ReadonlyArray<string>, otherNames: ReadonlyArray<readonly [string, string]> = []) =>
  options(
    'changes',
    {},
    {
      ...Object.fromEntries(names.map((name) => [name, t.unknown])),
      ...Object.fromEntries(
        otherNames.map(([other, name]) => [other, notAllowed(`no such option; did you mean ${name}?`)]),
      ),
    },
  )
const transactionNames: Readonly<Record<keyof TransactionChanges, true>> = {
  description: true,
  raw_description: true,
  amount: true,
  date: true,
  currency_code: true,
  is_deleted: true,
  category_id: true,
  account_id: true,
  is_future: true,
  show_client_side: true,
}
/** The names of these fields in the responses of deployments. */
const responseNames: ReadonlyArray<readonly [string, keyof TransactionChanges]> = [
  ['clean_description', 'description'],
  ['bank_description', 'raw_description'],
  ['provider_description', 'raw_description'],
  ['deleted', 'is_deleted'],
  ['future', 'is_future'],
]
const stockNames: Readonly<Record<keyof StockChanges, true>> = { current_price: true, quantity: true }
const transactionChanges = fieldNamesCodec(Object.keys(transactionNames), responseNames)
const stockChanges = fieldNamesCodec(Object.keys(stockNames))

const changeFields = { clockSkew: finite }
const changeConfig = options('options', {}, changeFields)
const insertConfig = options(
  'options',
  {},
  {
    ...changeFields,
    visibleAfter: milliseconds(0),
    pending: t.boolean,
    postsAfter: milliseconds(0),
    changes: transactionChanges,
  },
)
const deleteConfig = options('options', {}, { ...changeFields, bare: t.boolean })
const removalConfig = options('options', {}, { tombstones: t.boolean })
const relinkConfig = options('options', {}, { tombstones: t.boolean, keepItem: t.boolean })

/** The only fields of a bare tombstone, in all dialects. */
const bareFields = ['id', 'is_deleted', 'deleted', 'updated_at']

const missingError = (resource: string, id: number | string): RangeError =>
  new RangeError(`sandbox: there is no ${resource} ${String(id)}`)

/**
 * Creates the methods by which a test changes a sandbox's state. Each throws a `RangeError` for an id that does not exist,
 * and a `ConfigError` for the name of a field that cannot be changed.
 */
export const createControls = (state: State): Controls => {
  const { world, users, tokens } = state

  const user = (uuid: string): UserState => {
    const found = users.byUuid(uuid)
    if (found === undefined) throw missingError('user', uuid)
    return found
  }

  const updateTransaction = (id: number, changes: TransactionChanges, config: ChangeConfig = {}): void => {
    decodeOptions(transactionChanges, changes)
    const decoded = decodeOptions(changeConfig, config)
    const changed = users.at(locateTransaction(id).user)?.ledger.change(id, changes, decoded) ?? false
    if (!changed) throw missingError('transaction', id)
  }

  const updateStock: Controls['updateStock'] = (id, changes) => {
    decodeOptions(stockChanges, changes)
    const portfolio = users.at(Math.floor(locateStock(id) / Math.max(world.stocks, 1)))?.portfolio
    if (portfolio?.ids.includes(id) !== true) throw missingError('stock', id)
    portfolio.change(id, changes)
  }

  const ownerOf = (accountId: number): UserState => {
    const owner = users
      .all()
      .find(({ items }) => items.some(({ accounts }) => accounts.some(({ id }) => id === accountId)))
    if (owner === undefined) throw missingError('account', accountId)
    return owner
  }

  const itemOf = (id: number) => {
    const found = state.item(id)
    if (found === undefined) throw missingError('item', id)
    return found
  }

  /** Sets `updated_at` of a row to now, if the resource has this field. Throws for an id that does not exist. */
  const touch: Readonly<Record<OverridableResource, (id: number) => void>> = {
    account: (id) => {
      ownerOf(id).ledger.touch(id)
    },
    item: (id) => {
      itemOf(id)
    },
    stock: (id) => {
      updateStock(id, {})
    },
    transaction: (id) => {
      updateTransaction(id, {})
    },
  }

  return {
    refresh: (itemId, config = {}) => {
      const { user: owner, item } = itemOf(itemId)
      state.refreshItem(owner, item, 'test', config)
    },
    planRefresh: (itemId, config) => {
      itemOf(itemId).item.refreshPlan = config
    },
    submitBankForm: (formUrl, { accounts, ...config } = {}) => {
      const session = state.forms.close(formUrl)
      if (session === undefined || users.at(session.user.index) === undefined) {
        throw missingError('open bank form at', formUrl)
      }
      const missing = accounts?.find((id) => session.item?.bankAccounts.every((account) => account.id !== id) ?? true)
      if (missing !== undefined) throw missingError('account of the item', missing)
      return submitForm(state, session, { ...config, share: accounts && (() => accounts) })
    },
    insertTransactions: (uuid, count, config = {}) => {
      const inserted = user(uuid).ledger.insert(count, decodeOptions(insertConfig, config))
      if (inserted.length < count) throw missingError('account for transactions of user', uuid)
      return inserted
    },
    postTransaction: (id, changes = {}) => {
      decodeOptions(transactionChanges, changes)
      const posted = users.at(locateTransaction(id).user)?.ledger.post(id, changes)
      if (posted === undefined) throw missingError('pending transaction', id)
      return posted
    },
    updateTransaction,
    deleteTransaction: (id, config = {}) => {
      const { bare, ...change } = decodeOptions(deleteConfig, config)
      updateTransaction(id, { is_deleted: true }, change)
      if (bare === true) state.overrides.add('transaction', id, { fields: {}, onlyFields: bareFields })
    },
    overrideRow: (resource, id, fields) => {
      touch[resource](id)
      state.overrides.add(resource, id, { fields })
    },
    removeItem: (id, config = {}) => {
      const { user: owner, item } = itemOf(id)
      state.removeItem(owner, item, decodeOptions(removalConfig, config).tombstones)
    },
    relinkItem: (id, config = {}) => {
      const { user: owner, item } = itemOf(id)
      return state.relinkItem(owner, item, decodeOptions(relinkConfig, config)).id
    },
    recreateUser: (uuid) => state.recreateUser(user(uuid)).uuid,
    updateStock,
    touchStocks: (uuid, count) => {
      const { portfolio } = user(uuid)
      for (const id of portfolio.ids.slice(0, count)) portfolio.change(id, {})
    },
    setDataAccess: (id, access) => {
      const owner = ownerOf(id)
      if (access === 'disabled') owner.inaccessibleAccounts.add(id)
      else owner.inaccessibleAccounts.delete(id)
    },
    revokeTokens: (uuid) => {
      tokens.revoke(uuid === undefined ? undefined : user(uuid).index)
    },
  }
}
