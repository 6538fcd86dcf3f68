import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import { defer } from 'rxjs'
import { listAccounts, listAccountTransactions, listUpdatedAccountTransactions } from '../api/accounts.js'
import { getBankForm } from '../api/bankForm.js'
import { deleteItem, getItem, getRefreshStatus, listItems } from '../api/items.js'
import { getStock, listStocks, listUpdatedStocks } from '../api/stocks.js'
import { listTransactions, listUpdatedTransactions } from '../api/transactions.js'
import { copy } from '../codec/copy.js'
import type { Settings } from '../config.js'
import { wrongOption } from '../error/wrongOption.js'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import { changes, keyOf } from '../stream/changes.js'
import type { ChangesConfig } from '../stream/ChangesConfig.js'
import { all, pages } from '../stream/pages.js'
import { deferPageStream } from '../stream/PageStream.js'
import { poll } from '../stream/poll.js'
import { deferSend } from '../stream/send.js'
import { plainCollection } from './collection.js'
import { bankFormOptions, resourceId, sinceOptions } from './operationOptions.js'
import { refreshItem, watchRefresh } from './itemRefreshes.js'
import type { UpdatableCollection, UserClient } from './UserClient.js'

/** The options of a watcher whose checkpoints have a key of their own, unless they name one. */
const withKey = <A>(connection: Connection, name: string, config: ChangesConfig<A>): ChangesConfig<A> => {
  const own = decodeOptions(copy, config) as ChangesConfig<A>
  return own.key === undefined && connection.isNamed ? { ...own, key: keyOf(connection, name) } : own
}

const updatable = <A>(
  connection: () => Connection,
  list: () => ListRequest<A>,
  listUpdated: (since: Option<Date>) => ListRequest<A>,
  keyName?: () => string,
): UpdatableCollection<A> => ({
  ...plainCollection(connection, list),
  updated: (config = {}) =>
    plainCollection(connection, () => listUpdated(fromNullable(decodeOptions(sinceOptions, config).since))),
  watchUpdated: (config = {}) =>
    defer(() => {
      const open = connection()
      return changes(open)(listUpdated, keyName === undefined ? config : withKey(open, keyName(), config))
    }),
})

/** What a client does for one user, but for what takes the application's secret. */
export type UserReads = Omit<UserClient, 'changePassword' | 'invalidate' | 'token$'>

/** What a client does for one user, through a connection that is looked up when somebody subscribes. */
export const userReads = (settings: Settings, connection: () => Connection): UserReads => {
  const { profile, environment } = settings
  const { account, item, refreshStatus, stock, transaction } = profile.codecs

  return {
    accounts: {
      ...plainCollection(connection, () => listAccounts(settings, account)),
      transactions: (accountId) =>
        updatable(
          connection,
          () => listAccountTransactions(settings, transaction, resourceId(accountId)),
          (since) => listUpdatedAccountTransactions(settings, transaction, resourceId(accountId), since),
          () => `accounts.${String(resourceId(accountId))}.transactions.updated`,
        ),
    },
    items: {
      ...plainCollection(connection, () => listItems(settings, item)),
      get: (itemId, config) => deferSend(connection, () => getItem(settings, item, resourceId(itemId)), config),
      delete: (itemId, config) => deferSend(connection, () => deleteItem(settings, resourceId(itemId)), config),
      refresh: (itemId, config) =>
        defer(() => refreshItem(connection(), settings, refreshStatus, resourceId(itemId), config)),
      refreshStatus: (itemId, config) =>
        deferSend(connection, () => getRefreshStatus(settings, refreshStatus, resourceId(itemId)), config),
      watchRefresh: (itemId, config = {}) =>
        defer(() => watchRefresh(connection(), settings, refreshStatus, resourceId(itemId), config)),
    },
    stocks: {
      ...updatable(
        connection,
        () => listStocks(settings, stock),
        (since) => listUpdatedStocks(settings, stock, since),
      ),
      get: (stockId, config) => deferSend(connection, () => getStock(settings, stock, resourceId(stockId)), config),
    },
    transactions: updatable(
      connection,
      () => listTransactions(settings, transaction),
      (since) => listUpdatedTransactions(settings, transaction, since),
    ),
    bankForm: {
      url: (form = {}, config) =>
        deferSend(
          connection,
          () => {
            const decoded = decodeOptions(bankFormOptions, form)
            if (decoded.redirectUrl !== undefined && environment !== 'sandbox')
              throw wrongOption('/redirectUrl', "nothing, unless the client's environment is 'sandbox'")
            return getBankForm(settings, decoded)
          },
          config,
        ),
    },
    send: (request, config) => deferSend(connection, () => request, config),
    pages: (request, config) => deferPageStream(() => pages(connection())(request, config)),
    all: (request, config) => deferPageStream(() => all(connection())(request, config)),
    poll: (request, config) => defer(() => poll(connection())(request, config)),
    changes: (request, config) => defer(() => changes(connection())(request, config)),
    through: (change) => userReads(settings, () => change(connection())),
  }
}
