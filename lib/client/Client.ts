import type { Observable } from 'rxjs'
import type { Language } from '../api/categories.js'
import type { ClientEvent } from '../event/ClientEvent.js'
import type { ListRequest, Request } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { Resources } from '../profile/Codecs.js'
import type { Page } from '../stream/Page.js'
import type { PagesConfig } from '../stream/pages.js'
import type { PageStream } from '../stream/PageStream.js'
import type { Collection } from './collection.js'
import type { Identity } from './identity.js'
import type { UserClient } from './UserClient.js'

/** What the list of categories takes beyond the common options. */
export interface CategoryOptions {
  /** The language of the names; default: the service's. */
  readonly language?: Language
}

/** The users of the application. */
export interface UserCollection<R extends Resources> extends Collection<R['user']> {
  /** The items of one of them. */
  readonly items: (userUuid: string) => Collection<R['item']>
}

/** A client of the service. All streams are cold but `events$` and a user's `token$`. */
export interface Client<R extends Resources = Resources> {
  /** The banks that can be connected: public, only the application's id is sent. */
  readonly banks: Collection<R['bank']>
  /** The categories of transactions: public, only the application's id is sent. */
  readonly categories: Collection<R['category'], CategoryOptions>
  readonly users: UserCollection<R>
  /** Hot. What the client does, redacted; never errors or completes, and costs nothing while nobody listens. */
  readonly events$: Observable<ClientEvent>
  /**
   * What can be done for one user; equal identities share one token. Throws a `ConfigError` for what is none, and an
   * `UnsupportedByVersion` for one that the stage does not know.
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
}
