import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { copyCodec } from '../base/codec/copyCodec.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import { filterQuery, withQuery } from '../service/api/filterQuery.js'
import { type Listing, type Updates, updatesRequest } from '../service/api/operationRequests.js'
import type { Service } from '../service/profile/Service.js'
import { checkpointKey, deferChanges } from '../streams/polling/changes.js'
import type { ChangesConfig } from '../streams/polling/ChangesConfig.js'
import { deferSync } from '../streams/polling/syncChanges.js'
import type { UpdatedList } from '../streams/polling/updatedList.js'
import { plainCollection } from './collection.js'
import { sinceOptions } from './operationOptions.js'
import { serviceList } from './serviceList.js'
import type { UpdatableCollection } from './UserClient.js'

/** Adds the default key of the checkpoint to the options of a watcher, unless they have a key. */
const withKey = <A>(connection: Connection, name: string, config: ChangesConfig<A>): ChangesConfig<A> => {
  const copied = decodeOptions(copyCodec, config) as ChangesConfig<A>
  return copied.key === undefined && connection.isNamed ? { ...copied, key: checkpointKey(connection, name) } : copied
}

/**
 * A list of the service together with its changes. `id` is the id of the account whose list it is, if it belongs to one.
 */
export const updatableList = <A>(
  connection: () => Connection,
  service: Service,
  operation: Listing,
  updates: Updates,
  codec: t.Type<A, unknown>,
  id?: () => number,
): UpdatableCollection<A> => {
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
