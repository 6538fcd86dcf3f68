import type { ClientEvent } from '../base/event/ClientEvent.js'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { Language } from '../service/api/categoryRequests.js'
import type { NewUser } from '../service/api/userRequests.js'
import type { BankCountry } from '../service/model/bankTree.js'
import type { CategoryTree } from '../service/model/categoryTree.js'
import type { Resources, RowOf } from '../service/profile/Codecs.js'
import type { FiltersOf, ServiceInterface } from '../service/profile/ServiceProfile.js'
import type { Stream } from '../streams/send/Stream.js'
import type { Collection } from './collection.js'
import type { OwnRequests } from './ownRequests.js'
import type { TreeCollection } from './treeCollection.js'
import type { UserClient } from './UserClient.js'
import type { Identity } from './userIdentity.js'

/** The options of the list of categories, in addition to the common ones. */
export interface CategoryOptions {
  /** The language of the categories' names; default: the service's default. */
  readonly language?: Language
}

/** What the service needs to delete a user. */
export interface UserDeletion {
  /** The password of a user who authenticates by email and password, the service's earlier method. */
  readonly password?: string
}

/**
 * The users of the application. Requests that change a user are sent once, without retries: after an error it may be
 * unknown whether the change was made.
 */
export interface UserCollection<R extends Resources> extends Collection<R['user'], FiltersOf<R, 'users'>> {
  /** The items of one user. */
  readonly items: (userUuid: string) => Collection<R['item']>
  /**
   * Creates a user: emits the user and completes. If the user exists already, it errors with a `StatusError`, probably
   * of status 409.
   */
  readonly create: (user?: NewUser, config?: CallConfig) => Stream<R['user']>
  /**
   * The user with this id of your application, who is created if there is none: emits the user and completes. Looks in
   * the list of users first. If another program creates the user in the meantime, or the response to the creation is
   * lost, it looks again. Errors with a `StatusError` of status 403 if the application may have no more users.
   *
   * @example
   * import { createClient } from 'rxbank'
   * import { bridge2025 } from 'rxbank/bridge'
   * import { createSandbox } from 'rxbank/sandbox'
   * import { firstValueFrom } from 'rxjs'
   *
   * const sandbox = createSandbox({ profile: bridge2025 })
   * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
   * const made = await firstValueFrom(client.users.ensure({ externalUserId: 'customer-7' }))
   * const found = await firstValueFrom(client.users.ensure({ externalUserId: 'customer-7' }))
   * assert.deepStrictEqual([found.uuid, sandbox.users.length], [made.uuid, 4])
   */
  readonly ensure: (user: { readonly externalUserId: string }, config?: CallConfig) => Stream<R['user']>
  /** One user: emits the user and completes. */
  readonly get: (userUuid: string, config?: CallConfig) => Stream<R['user']>
  /**
   * Deletes a user with all of the user's data; emits once and completes. The client forgets the user's token. If the
   * user was deleted before, it errors with a `StatusError` of status 404.
   */
  readonly delete: (userUuid: string, proof?: UserDeletion, config?: CallConfig) => Stream<undefined>
}

/** The banks. `tree` reads them as a tree by country and group; see {@link bankTree}. */
export interface BankCollection<R extends Resources> extends TreeCollection<
  R['bank'],
  FiltersOf<R, 'banks'>,
  RowOf<R, 'bank'>,
  ReadonlyArray<BankCountry<R['bank']>>
> {
  /** One bank: emits it and completes. */
  readonly get: (bankId: number, config?: CallConfig) => Stream<R['bank']>
  /** @internal The same collection, on a connection that `change` derives from the current one. */
  readonly withConnection?: (
    change: (connection: Connection) => Connection,
  ) => Omit<BankCollection<R>, 'withConnection' | 'tree'>
}

/** The categories. `tree` reads them as a tree of parents and subcategories; see {@link categoryTree}. */
export interface CategoryCollection<R extends Resources> extends TreeCollection<
  R['category'],
  CategoryOptions,
  RowOf<R, 'category'>,
  CategoryTree<R['category']>
> {
  /** One category, with its name in the given language: emits it and completes. */
  readonly get: (categoryId: number, config?: CallConfig & CategoryOptions) => Stream<R['category']>
  /** @internal The same collection, on a connection that `change` derives from the current one. */
  readonly withConnection?: (
    change: (connection: Connection) => Connection,
  ) => Omit<CategoryCollection<R>, 'withConnection' | 'tree'>
}

/** A client of the service. All streams are cold, except `events$` and a user's `token$`. */
export interface Client<R extends Resources = Resources> extends OwnRequests {
  /** The banks that users can connect. These requests are public: only the application's id is sent. */
  readonly banks: BankCollection<R>
  /** The categories of transactions. These requests are public: only the application's id is sent. */
  readonly categories: CategoryCollection<R>
  /** The users of the application. These requests carry the application's secret. */
  readonly users: UserCollection<R>
  /**
   * Hot. Emits an event for each thing that the client does, without secrets. Never errors or completes. Without a
   * subscriber no events are created.
   */
  readonly events$: Stream<ClientEvent>
  /**
   * The client of one user; equal identities share one token. Throws a `ConfigError` for an invalid identity, and an
   * `UnsupportedByVersion` for a kind of identity that the API version does not have.
   */
  readonly user: (identity: Identity) => UserClient<R>
  /** @internal The options that filter the lists of this client, as the profile defines them. */
  readonly filters?: ServiceInterface['filters'] | undefined
}
