import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/** Of headers whose names differ in nothing but case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers>): Headers => {
  const named = sets
    .flatMap((headers) => Object.entries(headers))
    .map((entry) => [entry[0].toLowerCase(), entry] as const)
  return Object.fromEntries(new Map(named).values())
}
