import type { TapeEntry, TapeRequest } from './TapeEntry.js'

/** The parts of a path, those that are ids all alike. */
const partsOf = (pathname: string): ReadonlyArray<string> =>
  pathname.split('/').map((part) => (/\d{2}|^\d$/.test(part) ? ':id' : part))

/** How much two requests have in common: each part of the path counts for more than all else. */
const likeness = (one: TapeRequest, other: TapeRequest): number => {
  const [a, b] = [one, other].map(({ url }) => new URL(url, 'https://tape.invalid')) as [URL, URL]
  const [parts, others] = [partsOf(a.pathname), partsOf(b.pathname)]
  const common = parts.filter((part, index) => part === others[index]).length - Math.abs(parts.length - others.length)
  const parameters = Array.from(a.searchParams).filter(([name, value]) => b.searchParams.get(name) === value).length
  return common * 100 + (one.method === other.method ? 10 : 0) + Math.min(parameters, 9)
}

/** The entry whose request has the most in common with another one. */
export const nearestRequest = (tape: ReadonlyArray<TapeEntry>, request: TapeRequest): TapeEntry | undefined => {
  let nearest: TapeEntry | undefined
  let most = -Infinity
  for (const entry of tape) {
    const found = likeness(request, entry.request)
    if (found > most) [nearest, most] = [entry, found]
  }
  return nearest
}
