import { defer } from 'rxjs'
import { applicationUsers } from '#users'
import { getCategory, type Language, listCategories } from '../api/categories.js'
import { filtered } from '../api/filtered.js'
import { listRequest, singleRequest } from '../api/requestOf.js'
import { copy } from '../codec/copy.js'
import { words } from '../codec/messages.js'
import type { ClientConfig, GatewayConfig } from '../config/ClientConfig.js'
import { settings } from '../config/settings.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { wrongOption } from '../error/wrongOption.js'
import { budget } from '../http/budget/budget.js'
import { breaker } from '../http/policies/breaker.js'
import { pause } from '../http/policies/pause.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { bankTree } from '../model/bankTree.js'
import { categoryTree } from '../model/categoryTree.js'
import { all, pages } from '../pages/pages.js'
import type { OwnCodecs, Resources, ResourcesWith } from '../profile/Codecs.js'
import * as operations from '../profile/operations.js'
import { deferSend, send } from '../stream/send.js'
import { assemble } from './assemble.js'
import type { CategoryOptions, Client } from './Client.js'
import type { GatewayClient } from './GatewayClient.js'
import { categoryOptions, resourceId } from './operationOptions.js'
import { treeCollection } from './treeCollection.js'
import { userReads } from './userReads.js'

/** Separates the option `language` from the other options. */
const spoken = <C extends object>(config: C): readonly [language: Language | undefined, rest: C] => {
  const { language, ...rest } = decodeOptions(copy, config)
  return [decodeOptions(categoryOptions, { language }).language, rest as unknown as C]
}

/**
 * Makes a client of a service. No request is sent before a stream of the client is subscribed to.
 *
 * Throws one `ConfigError` that names the fields that are wrong, ten at most. With `codecs`, resources have the types
 * of these codecs. With `gateway` it makes a client for web pages that ask a gateway on their own server: the client
 * has no credentials, and its user is the one who is logged in there.
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
export function createClient<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources>(
  config: GatewayConfig<C, R>,
): GatewayClient<ResourcesWith<C, R>>
export function createClient<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources>(
  config: ClientConfig<C, R>,
): Client<ResourcesWith<C, R>>
export function createClient(config: unknown): unknown {
  const decoded = settings(config)
  const { codecs, nested } = decoded.profile
  const bankRow = nested?.banks?.row(codecs.bank) ?? codecs.bank
  const categoryRow = nested?.categories?.row(codecs.category) ?? codecs.category
  const { connect, events$ } = assemble(decoded, {
    breaker,
    budget: (clock, random, emit) => budget(clock, random, emit, decoded),
    pause: pause(decoded.active$),
    expectedUser: 'a user: send it with client.user(…)',
  })
  const own = connect('application')
  const application = () => own

  const open = {
    banks: treeCollection(
      application,
      (config) => filtered(decoded, 'banks', listRequest(decoded, operations.banks, bankRow), config),
      nested?.banks,
      bankTree,
      (connection) => (id: number, config?: CallConfig) =>
        deferSend(connection, () => singleRequest(decoded, operations.bank, codecs.bank, resourceId(id)), config),
    ),
    categories: treeCollection(
      application,
      (config) => {
        const [language, rest] = spoken(config)
        return [listCategories(decoded, categoryRow, language), rest]
      },
      nested?.categories,
      categoryTree,
      (connection) =>
        (id: number, config: CallConfig & CategoryOptions = {}) =>
          defer(() => {
            const [language, rest] = spoken(config)
            return send(connection())(getCategory(decoded, codecs.category, resourceId(id), language), rest)
          }),
    ),
    filters: decoded.profile.filters,
    events$,
    send: send(own),
    pages: pages(own),
    all: all(own),
  }
  if (decoded.access.isGateway)
    return {
      ...open,
      user: (given?: unknown) => {
        if (given !== undefined) throw wrongOption('/identity', words('nothing, for the gateway knows who the user is'))
        return userReads(decoded, application)
      },
    }

  return { ...open, ...applicationUsers(decoded, connect, application) }
}
