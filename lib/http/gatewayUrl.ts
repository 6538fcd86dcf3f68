import { pageOrigin } from '../platform/pageOrigin.js'
import { type BaseUrl, baseUrl } from './baseUrl.js'

/** Where the gateway is that a text names: a path of the page's origin, or whole; on a page, never of another origin. */
export const gatewayUrl = (text: string): BaseUrl | undefined => {
  const page = pageOrigin()
  const url = /^(https?:\/)?\//i.test(text) ? baseUrl(text, page) : undefined
  return page === undefined || page === url?.origin ? url : undefined
}
