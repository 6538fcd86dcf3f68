import { some } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable } from 'rxjs'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { callConfig } from './callConfig.js'
import { fetchPage, follow, toPage } from './fetchPage.js'
import type { Page } from './Page.js'
import type { PageLink } from './PageLink.js'

/**
 * Follows one link that a page of this list gave.
 *
 * Cold. Emits one page and completes; errors with a `ClientError`, with `PagingError` before anything is sent when the
 * link is another list's, user's or client's, or leaves the service. Unsubscribing aborts.
 */
export const followLink =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, link: PageLink, config: CallConfig = {}): Observable<Page<A>> =>
    defer(() => {
      const fetch = fetchPage(connection, connection.http, request, decodeOptions(callConfig, config))
      return follow(connection, request, link, (address) => fetch(some(address))).pipe(map(toPage))
    })
