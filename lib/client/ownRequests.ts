import type { Option } from 'fp-ts/lib/Option.js'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { ListRequest, Request } from '../service/api/Request.js'
import type { Page } from '../streams/pages/PageLink.js'
import { deferAll, deferPages, type PagesConfig } from '../streams/pages/pages.js'
import type { PageStream } from '../streams/pages/PageStream.js'
import { deferChanges } from '../streams/polling/changes.js'
import type { ChangesConfig, UpdatedBatch } from '../streams/polling/ChangesConfig.js'
import { deferPoll, type PollConfig } from '../streams/polling/poll.js'
import { deferSync, type SyncBatch, type SyncConfig } from '../streams/polling/syncChanges.js'
import { checkUpdatedList } from '../streams/polling/updatedList.js'
import { checkListRequest, checkRequest } from '../streams/send/checkRequest.js'
import { deferSend } from '../streams/send/send.js'
import type { Stream } from '../streams/send/Stream.js'

/**
 * Requests that you define yourself. A client sends public requests and requests of the application; a user's client
 * also sends requests of the user. A wrong request is one `ConfigError` that names its wrong fields.
 */
export interface OwnRequests {
  /**
   * Sends a request, and decodes its response.
   *
   * Cold. Emits one value and completes; errors with a `ClientError`. Unsubscribing aborts the request.
   *
   * @example
   * import * as t from 'io-ts'
   * import { createClient, documentedProfile, type Request } from 'rxbank'
   * import { createSandbox } from 'rxbank/sandbox'
   * import { firstValueFrom } from 'rxjs'
   *
   * const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
   * const service = { profile: documentedProfile, baseUrl: 'https://bank.example' }
   * const client = createClient({ ...service, ...sandbox.credentials, http: sandbox.http })
   * const codec = t.type({ resources: t.array(t.type({ name: t.string })) })
   * const request: Request<t.TypeOf<typeof codec>> = {
   *   operation: 'banks.names',
   *   method: 'GET',
   *   path: '/v2/banks',
   *   query: { limit: 2 },
   *   access: 'public',
   *   codec,
   * }
   * const response = await firstValueFrom(client.send(request))
   * assert.deepStrictEqual(response.resources.length, 2)
   */
  readonly send: <A>(request: Request<A>, config?: CallConfig) => Stream<A>
  /** Reads the pages of a list, like {@link Collection.pages}. */
  readonly pages: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<Page<A>>
  /** Reads the resources of a list, like {@link Collection.all}. */
  readonly all: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<A>
  /**
   * Sends a request repeatedly, each time `every` milliseconds after the last response.
   *
   * Cold. Emits every response, and completes with the first that `until` accepts. After a transient error it tries
   * again; the waits grow, and are never shorter than the service requests. With any other error, the stream errors. At
   * the deadline it sends one last request, unless the service has requested a longer wait. If `until` has accepted no
   * response by then, the stream errors with `DeadlineExceeded`. Requests never overlap. Unsubscribing aborts the
   * request in flight and clears the timer.
   */
  readonly poll: <A>(request: Request<A>, config?: PollConfig<A>) => Stream<A>
  /** Watches a list of changes, like {@link UpdatableCollection.watchUpdated}. */
  readonly changes: <A>(
    request: (since: Option<Date>) => ListRequest<A>,
    config?: ChangesConfig<A>,
  ) => Stream<UpdatedBatch<A>>
  /** Reads the changes of a list once, like {@link UpdatableCollection.sync}. */
  readonly sync: <A>(request: (since: Option<Date>) => ListRequest<A>, config?: SyncConfig<A>) => Stream<SyncBatch<A>>
}

/** The functions that read the program's own requests. `connection` is called at each subscription. */
export const ownRequests = (connection: () => Connection): OwnRequests => ({
  send: (request, config) => deferSend(connection, () => checkRequest(request), config),
  pages: (request, config = {}) => deferPages(connection, () => [checkListRequest(request), config]),
  all: (request, config = {}) => deferAll(connection, () => [checkListRequest(request), config]),
  poll: (request, config = {}) => deferPoll(connection, () => [checkRequest(request), config]),
  changes: (request, config = {}) => deferChanges(connection, () => [checkUpdatedList(request), config]),
  sync: (request, config = {}) => deferSync(connection, () => [checkUpdatedList(request), config]),
})
