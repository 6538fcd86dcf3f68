import { type BaseUrl, baseUrl } from '../http/baseUrl.js'
import { pageOrigin } from '../platform/pageOrigin.js'

/** Where the gateway is that a text names: a path of the page's origin, or whole; on a page, never of another origin. */
export const gatewayUrl = (text: string, roots: ReadonlyArray<string>): BaseUrl | undefined => {
  const page = pageOrigin()
  const url = /^(https?:\/)?\//i.test(text) ? baseUrl(text, roots, page) : undefined
  return page === undefined || page === url?.origin ? url : undefined
}
