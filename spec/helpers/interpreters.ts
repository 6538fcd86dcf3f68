import type { Observable } from 'rxjs'
import type { Connection } from '../../lib/http/Connection.js'
import type { CallConfig } from '../../lib/http/toHttpRequest.js'
import type { ListRequest, Request } from '../../lib/service/api/Request.js'
import { deferFollowLink } from '../../lib/streams/pages/followLink.js'
import { deferNavigate, type NavigateCommand, type NavigateConfig } from '../../lib/streams/pages/navigate.js'
import type { PageLink } from '../../lib/streams/pages/PageLink.js'
import { deferAll, deferPages, type PagesConfig } from '../../lib/streams/pages/pages.js'
import { deferChanges } from '../../lib/streams/polling/changes.js'
import type { ChangesConfig } from '../../lib/streams/polling/ChangesConfig.js'
import { deferPoll, type PollConfig } from '../../lib/streams/polling/poll.js'
import { deferSync, type SyncConfig } from '../../lib/streams/polling/syncChanges.js'
import { checkUpdatedList, type UpdatedList } from '../../lib/streams/polling/updatedList.js'
import { checkListRequest, checkRequest } from '../../lib/streams/send/checkRequest.js'
import { deferSend } from '../../lib/streams/send/send.js'

// The interpreters that a client has as methods, for specs that have a connection alone.

export const send =
  (connection: Connection) =>
  <A>(request: Request<A>, config?: CallConfig) =>
    deferSend(
      () => connection,
      () => checkRequest(request),
      config,
    )

export const pages =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, config: PagesConfig<A> = {}) =>
    deferPages(
      () => connection,
      () => [checkListRequest(request), config],
    )

export const all =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, config: PagesConfig<A> = {}) =>
    deferAll(
      () => connection,
      () => [checkListRequest(request), config],
    )

export const poll =
  (connection: Connection) =>
  <A>(request: Request<A>, config: PollConfig<A> = {}) =>
    deferPoll(
      () => connection,
      () => [checkRequest(request), config],
    )

export const changes =
  (connection: Connection) =>
  <A>(list: UpdatedList<A>, config: ChangesConfig<A> = {}) =>
    deferChanges(
      () => connection,
      () => [checkUpdatedList(list), config],
    )

export const sync =
  (connection: Connection) =>
  <A>(list: UpdatedList<A>, config: SyncConfig<A> = {}) =>
    deferSync(
      () => connection,
      () => [checkUpdatedList(list), config],
    )

export const navigate =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, commands$: Observable<NavigateCommand>, config: NavigateConfig = {}) =>
    deferNavigate(
      () => connection,
      () => [checkListRequest(request), config],
      commands$,
    )

export const followLink =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, link: PageLink, config: CallConfig = {}) =>
    deferFollowLink(
      () => connection,
      () => [checkListRequest(request), config],
      link,
    )
