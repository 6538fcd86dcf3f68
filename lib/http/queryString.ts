import type { RequestLine } from './Request.js'

/** The query of a URL, with its question mark; empty where no parameter has a value. */
export const queryString = (query: NonNullable<RequestLine['query']>): string => {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`
}
