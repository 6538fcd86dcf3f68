import type { Observable } from 'rxjs'
import type { Language } from '../api/categories.js'
import type { NewUser } from '../api/users.js'
import type { ClientEvent } from '../event/ClientEvent.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest, Request } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { BankCountry } from '../model/bankTree.js'
import type { CategoryTree } from '../model/categoryTree.js'
import type { Page } from '../pages/Page.js'
import type { PagesConfig } from '../pages/pages.js'
import type { PageStream } from '../pages/PageStream.js'
import type { Resources, RowOf } from '../profile/Codecs.js'
import type { FiltersOf } from '../profile/Filter.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { Collection } from './collection.js'
import type { Identity } from './identity.js'
import type { TreeCollection } from './treeCollection.js'
import type { UserClient } from './UserClient.js'

/** What the list of categories takes beyond the common options. */
export interface CategoryOptions {
  /** The language of the names; default: the service's. */
  readonly language?: Language
}

/** What proves that a user may be deleted. */
export interface UserDeletion {
  /** That of a user of the earlier method. */
  readonly password?: string
}

/** The users of the application. What changes them is sent once: an error may leave open whether it was done. */
export interface UserCollection<R extends Resources> extends Collection<R['user'], FiltersOf<R, 'users'>> {
  /** The items of one of them. */
  readonly items: (userUuid: string) => Collection<R['item']>
  /** Creates a user: emits it and completes. One that exists already is a `StatusError`, by what is known of 409. */
  readonly create: (user?: NewUser, config?: CallConfig) => Observable<R['user']>
  /** One of them: emits it and completes. */
  readonly get: (userUuid: string, config?: CallConfig) => Observable<R['user']>
  /**
   * Deletes a user with all that is theirs; emits once and completes. The client forgets the user's token. A user who
   * is gone already is a `StatusError` of 404.
   */
  readonly delete: (userUuid: string, proof?: UserDeletion, config?: CallConfig) => Observable<undefined>
}

/** The banks, by country and group where they are shown as a tree; see {@link bankTree}. */
export interface BankCollection<R extends Resources> extends TreeCollection<
  R['bank'],
  FiltersOf<R, 'banks'>,
  RowOf<R, 'bank'>,
  ReadonlyArray<BankCountry<R['bank']>>
> {
  /** One bank: emits it and completes. */
  readonly get: (bankId: number, config?: CallConfig) => Observable<R['bank']>
  /** @internal The same reads, through what a function makes of the connection of the moment. */
  readonly through?: (change: (connection: Connection) => Connection) => Omit<BankCollection<R>, 'through' | 'tree'>
}

/** The categories, below their parents where they are shown as a tree; see {@link categoryTree}. */
export interface CategoryCollection<R extends Resources> extends TreeCollection<
  R['category'],
  CategoryOptions,
  RowOf<R, 'category'>,
  CategoryTree<R['category']>
> {
  /** One category, its name in a language: emits it and completes. */
  readonly get: (categoryId: number, config?: CallConfig & CategoryOptions) => Observable<R['category']>
  /** @internal The same reads, through what a function makes of the connection of the moment. */
  readonly through?: (change: (connection: Connection) => Connection) => Omit<CategoryCollection<R>, 'through' | 'tree'>
}

/** A client of the service. All streams are cold but `events$` and a user's `token$`. */
export interface Client<R extends Resources = Resources> {
  /** The banks that can be connected: public, only the application's id is sent. */
  readonly banks: BankCollection<R>
  /** The categories of transactions: public, only the application's id is sent. */
  readonly categories: CategoryCollection<R>
  readonly users: UserCollection<R>
  /** Hot. What the client does, redacted; never errors or completes, and costs nothing while nobody listens. */
  readonly events$: Observable<ClientEvent>
  /**
   * What can be done for one user; equal identities share one token. Throws a `ConfigError` for an invalid identity,
   * and an `UnsupportedByVersion` for one that the stage does not know.
   */
  readonly user: (identity: Identity) => UserClient<R>
  /**
   * Sends a request of one's own, public or of the application, and decodes its answer.
   *
   * Cold. Emits one value and completes; errors with a `ClientError`. Unsubscribing aborts the request.
   *
   * @example
   * import * as t from 'io-ts'
   * import { createClient, type Request } from 'rxbank'
   * import { createSandbox } from 'rxbank/sandbox'
   * import { firstValueFrom } from 'rxjs'
   *
   * const sandbox = createSandbox({ seed: 1 })
   * const client = createClient({ baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http })
   * const codec = t.type({ resources: t.array(t.type({ name: t.string })) })
   * const request: Request<t.TypeOf<typeof codec>> = {
   *   operation: 'banks.names',
   *   method: 'GET',
   *   path: '/v2/banks',
   *   query: { limit: 2 },
   *   access: 'public',
   *   codec,
   * }
   * const answer = await firstValueFrom(client.send(request))
   * assert.deepStrictEqual(answer.resources.length, 2)
   */
  readonly send: <A>(request: Request<A>, config?: CallConfig) => Observable<A>
  /** Reads a list of one's own, public or of the application; as {@link Collection.pages}. */
  readonly pages: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<Page<A>>
  /** Reads a list of one's own, resource by resource; as {@link Collection.all}. */
  readonly all: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<A>
  /** @internal The options that narrow its lists, as the profile has them. */
  readonly filters?: ServiceInterface['filters'] | undefined
}
