import { pageOrigin } from '../../base/platform/pageOrigin.js'
import { type BaseUrl, baseUrl } from '../../http/baseUrl.js'

/**
 * Parses the address of a gateway: a path of the page's origin or an absolute URL; on a page, an URL of another origin
 * is refused.
 */
export const gatewayUrl = (text: string, roots: ReadonlyArray<string>): BaseUrl | undefined => {
  const page = pageOrigin()
  const url = /^(https?:\/)?\//i.test(text) ? baseUrl(text, roots, page) : undefined
  return page === undefined || page === url?.origin ? url : undefined
}
