import type { RequestLine } from '../service/api/Request.js'

/** The query of a URL with its question mark; empty if no parameter has a value. */
export const queryString = (query: NonNullable<RequestLine['query']>): string => {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  return parameters.length === 0 ? '' : `?${String(new URLSearchParams(parameters as Array<[string, string]>))}`
}
