import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/** Of headers whose names differ in nothing but case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers>): Headers => {
  const all = sets.reduce((merged, headers) => ({ ...merged, ...headers }))
  const names = Object.keys(all)
  if (new Set(names.map((name) => name.toLowerCase())).size === names.length) return all
  const named = sets
    .flatMap((headers) => Object.entries(headers))
    .map((entry) => [entry[0].toLowerCase(), entry] as const)
  return Object.fromEntries(new Map(named).values())
}
