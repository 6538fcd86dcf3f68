import { pageOrigin } from '../../base/platform/pageOrigin.js'
import { type BaseUrl, baseUrl } from '../../http/baseUrl.js'

/**
 * Parses a gateway's address: a path on the page's origin, or an absolute URL. In a browser page, returns `undefined` for
 * a URL of another origin.
 */
export const gatewayUrl = (text: string, roots: ReadonlyArray<string>): BaseUrl | undefined => {
  const page = pageOrigin()
  const url = /^(https?:\/)?\//i.test(text) ? baseUrl(text, roots, page) : undefined
  return page === undefined || page === url?.origin ? url : undefined
}
