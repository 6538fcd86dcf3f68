import { some } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable } from 'rxjs'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { callConfig } from '../stream/callConfig.js'
import { checkListRequest } from '../stream/checkRequest.js'
import { fetchLinked } from './fetchLinked.js'
import { fetchPage, toPage } from './fetchPage.js'
import type { Page } from './Page.js'
import type { PageLink } from './PageLink.js'

/**
 * Follows a link that a page gave through the connection that it came by: the interpreter behind `page` of a
 * {@link Collection}, where its contract stands.
 *
 * @example
 * import { createConnection, followLink, listBanks, pages } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { isSome } from 'fp-ts/lib/Option.js'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const connection = createConnection({ baseUrl: 'https://bank.example', ...credentials, http })
 * const { next } = await firstValueFrom(pages(connection)(listBanks, { limit: 10 }))
 * assert.ok(isSome(next))
 * const second = await firstValueFrom(followLink(connection)(listBanks, next.value))
 * assert.deepStrictEqual(second.number, 2)
 */
export const followLink =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, link: PageLink, config: CallConfig = {}): Observable<Page<A>> =>
    defer(() => {
      const list = checkListRequest(request)
      const fetch = fetchPage(connection, connection.http, list, decodeOptions(callConfig, config))
      return fetchLinked(connection, list, link, (address) => fetch(some(address))).pipe(map(toPage))
    })
