import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { defer, type Observable } from 'rxjs'
import { copyCodec } from '../base/codec/copyCodec.js'
import { noContent } from '../base/codec/noContent.js'
import { decodeOptions, wrongOption } from '../base/error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { getBankForm } from '../service/api/bankForm.js'
import { filterQuery, withQuery } from '../service/api/filterQuery.js'
import {
  getRefreshStatus,
  type Listing,
  listRequest,
  type Single,
  singleRequest,
  type Updates,
  updatesRequest,
} from '../service/api/operationRequests.js'
import * as operations from '../service/profile/operations.js'
import type { Service } from '../service/profile/Service.js'
import { checkpointKey, deferChanges } from '../streams/polling/changes.js'
import type { ChangesConfig } from '../streams/polling/ChangesConfig.js'
import { deferSync } from '../streams/polling/syncChanges.js'
import type { UpdatedList } from '../streams/polling/updatedList.js'
import { deferSend } from '../streams/send/send.js'
import { type Collection, plainCollection, serviceList } from './collection.js'
import type { ClientSettings } from './config/clientSettings.js'
import { refreshItem, watchRefresh } from './itemRefreshes.js'
import { bankFormOptions, resourceId, sinceOptions } from './operationOptions.js'
import { ownRequests } from './ownRequests.js'
import type { UpdatableCollection, UserClient } from './UserClient.js'

/** Adds the default key of the checkpoint to the options of a watcher, unless they have a key. */
const withKey = <A>(connection: Connection, name: string, config: ChangesConfig<A>): ChangesConfig<A> => {
  const copied = decodeOptions(copyCodec, config) as ChangesConfig<A>
  return copied.key === undefined && connection.isNamed ? { ...copied, key: checkpointKey(connection, name) } : copied
}

/**
 * A list of the service together with its changes. `id` is the id of the account whose list it is, if it belongs to
 * one.
 */
const updatableList = <A>(
  connection: () => Connection,
  service: Service,
  operation: Listing,
  updates: Updates,
  codec: t.Type<A, unknown>,
  id?: () => number,
): Omit<UpdatableCollection<A>, 'accounts'> => {
  const filteredChanges = <C extends object>(config: C) => {
    const [query, rest] = filterQuery(service, updates.key, config)
    const request = (since: Option<Date>) => withQuery(updatesRequest(service, updates, codec, since, id?.()), query)
    // The cast is safe: a round accepts removed rows whatever the codec is, and emits all rows as `Changed`.
    return { query, rest, request, changesOf: request as UpdatedList<A> }
  }
  return {
    ...serviceList(connection, service, operation, codec, id),
    updated: (config = {}) =>
      plainCollection(connection, () => {
        const { rest, request } = filteredChanges(config)
        return request(fromNullable(decodeOptions(sinceOptions, rest).since))
      }),
    watchUpdated: (config = {}) =>
      deferChanges(connection, () => {
        const { query, rest, changesOf } = filteredChanges(config)
        const listName = id === undefined ? updates.name : `accounts.${String(id())}.transactions.updated`
        const filters = new URLSearchParams(query).toString()
        const name = filters === '' ? listName : `${listName}?${filters}`
        return [changesOf, name === updates.name ? rest : withKey(connection(), name, rest)]
      }),
    sync: (config = {}) =>
      deferSync(connection, () => {
        const { rest, changesOf } = filteredChanges(config)
        return [changesOf, rest]
      }),
  }
}

/** The part of a user's client that does not need the application's secret. */
export type UserReads = Omit<UserClient, 'changePassword' | 'invalidate' | 'token$'>

/**
 * Creates the part of a user's client that needs no secret. Each collection is created at its first use, because most
 * programs use only one or two of them. `connection` is called at each subscription.
 */
export const userReads = (settings: ClientSettings, connection: () => Connection): UserReads => {
  const { profile, environment } = settings
  const { account, accountInformation, categoryInsights, item, refreshStatus, stock, transaction } = profile.codecs

  const list = <A>(operation: Listing, codec: t.Type<A, unknown>, id?: () => number): Collection<A> =>
    serviceList(connection, settings, operation, codec, id)

  const updatable = <A>(
    operation: Listing,
    updates: Updates,
    codec: t.Type<A, unknown>,
    id?: () => number,
  ): UpdatableCollection<A> => ({
    ...updatableList(connection, settings, operation, updates, codec, id),
    get accounts() {
      return reads.accounts
    },
  })

  /** Reads one resource by its id. */
  const single =
    <A>(operation: Single, codec: t.Type<A, unknown>) =>
    (id: number, config?: CallConfig): Observable<A> =>
      deferSend(connection, () => singleRequest(settings, operation, codec, resourceId(id)), config)

  const listItems = () => listRequest(settings, operations.items, item)

  let accounts: UserReads['accounts'] | undefined
  let insights: UserReads['insights'] | undefined
  let items: UserReads['items'] | undefined
  let stocks: UserReads['stocks'] | undefined
  let transactions: UserReads['transactions'] | undefined
  let bankForm: UserReads['bankForm'] | undefined

  const reads: UserReads = {
    get accounts() {
      return (accounts ??= {
        ...list(operations.accounts, account),
        get: single(operations.account, account),
        information: list(operations.accountsInformation, accountInformation),
        transactions: (accountId) =>
          updatable(operations.accountTransactions, operations.accountTransactionsUpdated, transaction, () =>
            resourceId(accountId),
          ),
      })
    },
    get insights() {
      return (insights ??= {
        category: (config) =>
          deferSend(connection, () => singleRequest(settings, operations.categoryInsights, categoryInsights), config),
      })
    },
    get items() {
      return (items ??= {
        ...list(operations.items, item),
        get: single(operations.item, item),
        watchUpdated: (config = {}) => deferChanges(connection, () => [listItems, config]),
        sync: (config = {}) => deferSync(connection, () => [listItems, config]),
        delete: single(operations.deleteItem, noContent),
        refresh: (itemId, config) =>
          defer(() => refreshItem(connection(), settings, refreshStatus, resourceId(itemId), config)),
        refreshStatus: (itemId, config) =>
          deferSend(connection, () => getRefreshStatus(settings, refreshStatus, resourceId(itemId)), config),
        watchRefresh: (itemId, config = {}) =>
          defer(() => watchRefresh(connection(), settings, refreshStatus, resourceId(itemId), config)),
      })
    },
    get stocks() {
      return (stocks ??= Object.assign(updatable(operations.stocks, operations.stocksUpdated, stock), {
        get: single(operations.stock, stock),
      }))
    },
    get transactions() {
      return (transactions ??= Object.assign(
        updatable(operations.transactions, operations.transactionsUpdated, transaction),
        {
          get: single(operations.transaction, transaction),
        },
      ))
    },
    get bankForm() {
      return (bankForm ??= {
        url: (form = {}, config) =>
          deferSend(
            connection,
            () => {
              const decoded = decodeOptions(bankFormOptions, form)
              if (decoded.redirectUrl !== undefined && environment !== 'sandbox')
                throw wrongOption('/redirectUrl', "no value, unless the client's environment is 'sandbox'")
              return getBankForm(settings, decoded)
            },
            config,
          ),
      })
    },
    ...ownRequests(connection),
    withConnection: (change) => userReads(settings, () => change(connection())),
  }
  return reads
}
