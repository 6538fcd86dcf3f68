import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { defer } from 'rxjs'
import { listAccounts } from '../api/accounts.js'
import { getBankForm } from '../api/bankForm.js'
import { getRefreshStatus, listItems } from '../api/items.js'
import { getStock, listStocks, listUpdatedStocks } from '../api/stocks.js'
import { listTransactions, listUpdatedTransactions } from '../api/transactions.js'
import { copy } from '../codec/copy.js'
import type { Settings } from '../config.js'
import { wrongOption } from '../error/wrongOption.js'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { changes } from '../stream/changes.js'
import { all, pages } from '../stream/pages.js'
import { deferPageStream } from '../stream/PageStream.js'
import { poll } from '../stream/poll.js'
import { send } from '../stream/send.js'
import { plainCollection } from './collection.js'
import { bankFormOptions, resourceId, sinceOptions } from './operationOptions.js'
import type { GatewayUserClient } from './GatewayClient.js'
import type { UpdatableCollection } from './UserClient.js'

type List<A> = (service: Service, codec: t.Type<A, unknown>) => ListRequest<A>
type UpdatedList<A> = (service: Service, codec: t.Type<A, unknown>, since: Option<Date>) => ListRequest<A>

const updatable = <A>(
  connection: () => Connection,
  service: Service,
  codec: t.Type<A, unknown>,
  list: List<A>,
  updatedList: UpdatedList<A>,
): UpdatableCollection<A> => ({
  ...plainCollection(connection, () => list(service, codec)),
  updated: (config = {}) =>
    plainCollection(connection, () =>
      updatedList(service, codec, fromNullable(decodeOptions(sinceOptions, config).since)),
    ),
  watchUpdated: (config) => defer(() => changes(connection())((since) => updatedList(service, codec, since), config)),
})

/** What reads for one user, through a connection that is looked up when somebody subscribes. */
export const userReads = (settings: Settings, connection: () => Connection): GatewayUserClient => {
  const { profile, environment } = settings
  const { account, item, refreshStatus, stock, transaction } = profile.codecs

  return {
    accounts: plainCollection(connection, () => listAccounts(settings, account)),
    items: {
      ...plainCollection(connection, () => listItems(settings, item)),
      refreshStatus: (itemId, config) =>
        defer(() => send(connection())(getRefreshStatus(settings, refreshStatus, resourceId(itemId)), config)),
      watchRefresh: (itemId, config = {}) =>
        defer(() => {
          const own: typeof config = decodeOptions(copy, config)
          return poll(connection())(getRefreshStatus(settings, refreshStatus, resourceId(itemId)), {
            ...own,
            deadline: own.deadline ?? 5 * 60_000,
            until: own.until ?? (({ status }) => profile.terminalStatuses.includes(status)),
          })
        }),
    },
    stocks: {
      ...updatable(connection, settings, stock, listStocks, listUpdatedStocks),
      get: (stockId, config) => defer(() => send(connection())(getStock(settings, stock, resourceId(stockId)), config)),
    },
    transactions: updatable(connection, settings, transaction, listTransactions, listUpdatedTransactions),
    bankForm: {
      url: (form = {}, config) =>
        defer(() => {
          const decoded = decodeOptions(bankFormOptions, form)
          if (decoded.redirectUrl !== undefined && environment !== 'sandbox')
            throw wrongOption('/redirectUrl', "nothing, unless the client's environment is 'sandbox'")
          return send(connection())(getBankForm(settings, decoded), config)
        }),
    },
    send: (request, config) => defer(() => send(connection())(request, config)),
    pages: (request, config) => deferPageStream(() => pages(connection())(request, config)),
    all: (request, config) => deferPageStream(() => all(connection())(request, config)),
    poll: (request, config) => defer(() => poll(connection())(request, config)),
    changes: (request, config) => defer(() => changes(connection())(request, config)),
  }
}
