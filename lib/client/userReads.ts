import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { defer, type Observable } from 'rxjs'
import { getBankForm } from '../api/bankForm.js'
import { getRefreshStatus } from '../api/refreshStatus.js'
import { type Listing, listRequest, singleRequest, type Single, updatesRequest } from '../api/requestOf.js'
import { copy } from '../codec/copy.js'
import { noContent } from '../codec/noContent.js'
import type { Settings } from '../config/settings.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import * as operations from '../profile/operations.js'
import { changes, keyOf } from '../polling/changes.js'
import type { ChangesConfig } from '../polling/ChangesConfig.js'
import { all, pages } from '../pages/pages.js'
import { deferPageStream } from '../pages/PageStream.js'
import { poll } from '../polling/poll.js'
import { deferSend } from '../stream/send.js'
import { type Collection, plainCollection } from './collection.js'
import { bankFormOptions, resourceId, sinceOptions } from './operationOptions.js'
import { refreshItem, watchRefresh } from './itemRefreshes.js'
import { serviceList } from './serviceList.js'
import type { UpdatableCollection, UserClient } from './UserClient.js'

/** The options of a watcher whose checkpoints have a key of their own, unless they name one. */
const withKey = <A>(connection: Connection, name: string, config: ChangesConfig<A>): ChangesConfig<A> => {
  const own = decodeOptions(copy, config) as ChangesConfig<A>
  return own.key === undefined && connection.isNamed ? { ...own, key: keyOf(connection, name) } : own
}

const updatable = <A>(
  connection: () => Connection,
  list: Collection<A>,
  listUpdated: (since: Option<Date>) => ListRequest<A>,
  keyName?: () => string,
): UpdatableCollection<A> => ({
  ...list,
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

  const list = <A>(operation: Listing, codec: t.Type<A, unknown>, id?: () => number): Collection<A> =>
    serviceList(connection, settings, operation, codec, id)

  /** One resource by its id. */
  const one =
    <A>(operation: Single, codec: t.Type<A, unknown>) =>
    (id: number, config?: CallConfig): Observable<A> =>
      deferSend(connection, () => singleRequest(settings, operation, codec, resourceId(id)), config)

  return {
    accounts: {
      ...list(operations.accounts, account),
      get: one(operations.account, account),
      transactions: (accountId) =>
        updatable(
          connection,
          list(operations.accountTransactions, transaction, () => resourceId(accountId)),
          (since) =>
            updatesRequest(settings, operations.accountTransactionsUpdated, transaction, since, resourceId(accountId)),
          () => `accounts.${String(resourceId(accountId))}.transactions.updated`,
        ),
    },
    items: {
      ...list(operations.items, item),
      get: one(operations.item, item),
      watchUpdated: (config = {}) =>
        defer(() => changes(connection())(() => listRequest(settings, operations.items, item), config)),
      delete: one(operations.deleteItem, noContent),
      refresh: (itemId, config) =>
        defer(() => refreshItem(connection(), settings, refreshStatus, resourceId(itemId), config)),
      refreshStatus: (itemId, config) =>
        deferSend(connection, () => getRefreshStatus(settings, refreshStatus, resourceId(itemId)), config),
      watchRefresh: (itemId, config = {}) =>
        defer(() => watchRefresh(connection(), settings, refreshStatus, resourceId(itemId), config)),
    },
    stocks: {
      ...updatable(connection, list(operations.stocks, stock), (since) =>
        updatesRequest(settings, operations.stocksUpdated, stock, since),
      ),
      get: one(operations.stock, stock),
    },
    transactions: {
      ...updatable(connection, list(operations.transactions, transaction), (since) =>
        updatesRequest(settings, operations.transactionsUpdated, transaction, since),
      ),
      get: one(operations.transaction, transaction),
    },
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
