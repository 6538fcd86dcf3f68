import { listBanks } from '../api/banks.js'
import { listCategories } from '../api/categories.js'
import { listUserItems, listUsers } from '../api/users.js'
import { copy } from '../codec/copy.js'
import { type ClientConfig, settings } from '../config.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { eventHub } from '../event/eventHub.js'
import type { OwnCodecs, ResourcesWith } from '../profile/Codecs.js'
import { all, pages } from '../stream/pages.js'
import { send } from '../stream/send.js'
import type { Client } from './Client.js'
import { collection, plainCollection } from './collection.js'
import { connections } from './connections.js'
import { categoryOptions, userUuid } from './operationOptions.js'
import { createUserClient } from './createUserClient.js'
import { userSources } from './userSources.js'

const withResources = (config: unknown): Client => {
  const decoded = settings(config)
  const { bank, category, item, user } = decoded.profile.codecs
  const { events$, emit } = eventHub(decoded.clock)
  const connect = connections({}, decoded, emit)
  const sourceOf = userSources(decoded, connect)
  const own = connect('application')
  const application = () => own

  return {
    banks: plainCollection(application, () => listBanks(decoded, bank)),
    categories: collection(application, (config) => {
      const { language, ...rest } = decodeOptions(copy, config)
      const spoken = decodeOptions(categoryOptions, { language }).language
      return [listCategories(decoded, category, spoken), rest as unknown as typeof config]
    }),
    users: {
      ...plainCollection(application, () => listUsers(decoded, user)),
      items: (uuid) => plainCollection(application, () => listUserItems(decoded, item, userUuid(uuid))),
    },
    events$,
    user: (identity) => createUserClient(decoded, sourceOf(identity)),
    send: send(own),
    pages: pages(own),
    all: all(own),
  }
}

/**
 * Makes a client of a service. Nothing is sent before somebody subscribes to a stream of it.
 *
 * Throws one `ConfigError` that names every field that is wrong. With `codecs`, resources have the types that these
 * give.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom, take, toArray } from 'rxjs'
 *
 * const sandbox = createSandbox({ seed: 1 })
 * const client = createClient({ baseUrl: 'https://sandbox.invalid', ...sandbox.credentials, http: sandbox.http })
 * const banks = await lastValueFrom(client.banks.all().pipe(take(3), toArray()))
 * assert.deepStrictEqual(banks.length, 3)
 */
export const createClient = <C extends OwnCodecs = OwnCodecs>(config: ClientConfig<C>): Client<ResourcesWith<C>> =>
  withResources(config) as Client<ResourcesWith<C>>
