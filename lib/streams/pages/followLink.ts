import { defer, map } from 'rxjs'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { Connection } from '../../http/Connection.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import type { ListRequest, RequestLine } from '../../service/api/Request.js'
import { callConfig } from '../send/callConfig.js'
import type { Stream } from '../send/Stream.js'
import { fetchLinked } from './fetchLinked.js'
import { fetchPage, toPage } from './fetchPage.js'
import type { Page, PageLink } from './PageLink.js'

const isId = (u: unknown): boolean => /^\d+$/.test(String(u))

/** Throws a `ConfigError` if the request filters by another id than the link, such as the id of another account. */
const checkIds = ({ query = {} }: RequestLine, urls: ReadonlyArray<string>): void => {
  for (const [name, requestedId] of Object.entries(query)) {
    const linkedId = urls.map((url) => new URL(url).searchParams.get(name)).find(isId)
    if (isId(requestedId) && linkedId !== undefined && linkedId !== String(requestedId))
      throw wrongOption(`/query/${name}`, `${String(linkedId)}, as the link has it`)
  }
}

/** As {@link followLink}, but `connection` and `list` are called at each subscription, and the request is not checked. */
export const deferFollowLink = <A>(
  connection: () => Connection,
  list: () => readonly [request: ListRequest<A>, config: CallConfig],
  link: PageLink,
): Stream<Page<A>> =>
  defer(() => {
    const current = connection()
    const [request, config] = list()
    const fetch = fetchPage(current, current.http, request, decodeOptions(callConfig, config))
    return fetchLinked(current, request, link, (address, requestUrl) => {
      checkIds(request, [address.url, requestUrl])
      return fetch(address)
    }).pipe(map(toPage))
  })
