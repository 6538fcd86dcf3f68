import { defer } from 'rxjs'
import { copyCodec } from '../base/codec/copyCodec.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { getCategory, type Language, listCategories } from '../service/api/categoryRequests.js'
import { withFilters } from '../service/api/filterQuery.js'
import { listRequest, singleRequest } from '../service/api/operationRequests.js'
import { bankTree } from '../service/model/bankTree.js'
import { categoryTree } from '../service/model/categoryTree.js'
import * as operations from '../service/profile/operations.js'
import { deferSend } from '../streams/send/send.js'
import type { CategoryOptions, Client } from './Client.js'
import type { ClientSettings } from './config/clientSettings.js'
import { categoryOptions, resourceId } from './operationOptions.js'
import { ownRequests } from './ownRequests.js'
import { treeCollection } from './treeCollection.js'

/** The part of a client that belongs to no user. */
export type ClientReads = Omit<Client, 'events$' | 'user' | 'users'>

/** Separates the option `language` from the other options. */
const separateLanguage = <C extends object>(config: C): readonly [language: Language | undefined, rest: C] => {
  const { language, ...rest } = decodeOptions(copyCodec, config)
  return [decodeOptions(categoryOptions, { language }).language, rest as unknown as C]
}

/** Creates the part of a client that belongs to no user. All of it uses one connection. */
export const clientReads = (settings: ClientSettings, connection: Connection): ClientReads => {
  const { codecs, filters, nested } = settings.profile
  const bankRow = nested?.banks?.row(codecs.bank) ?? codecs.bank
  const categoryRow = nested?.categories?.row(codecs.category) ?? codecs.category
  const application = () => connection
  return {
    banks: treeCollection(
      application,
      (config) => withFilters(settings, 'banks', listRequest(settings, operations.banks, bankRow), config),
      nested?.banks,
      bankTree,
      (connection) => (id: number, config?: CallConfig) =>
        deferSend(connection, () => singleRequest(settings, operations.bank, codecs.bank, resourceId(id)), config),
    ),
    categories: treeCollection(
      application,
      (config) => {
        const [language, rest] = separateLanguage(config)
        return [listCategories(settings, categoryRow, language), rest]
      },
      nested?.categories,
      categoryTree,
      (connection) =>
        (id: number, config: CallConfig & CategoryOptions = {}) =>
          defer(() => {
            const [language, rest] = separateLanguage(config)
            return deferSend(connection, () => getCategory(settings, codecs.category, resourceId(id), language), rest)
          }),
    ),
    filters,
    ...ownRequests(application),
  }
}
