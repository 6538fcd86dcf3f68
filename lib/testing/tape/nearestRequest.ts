import type { TapeEntry, TapeRequest } from './TapeEntry.js'

/** The parts of a path, with every id replaced by `:id`. */
const partsOf = (pathname: string): ReadonlyArray<string> =>
  pathname.split('/').map((part) => (/\d{2}|^\d$/.test(part) ? ':id' : part))

/**
 * The similarity of two requests: one equal part of the path counts more than method and parameters together.
 */
const similarity = (one: TapeRequest, other: TapeRequest): number => {
  const [a, b] = [one, other].map(({ url }) => new URL(url, 'https://tape.invalid')) as [URL, URL]
  const [parts, others] = [partsOf(a.pathname), partsOf(b.pathname)]
  const common = parts.filter((part, index) => part === others[index]).length - Math.abs(parts.length - others.length)
  const parameters = Array.from(a.searchParams).filter(([name, value]) => b.searchParams.get(name) === value).length
  return common * 100 + (one.method === other.method ? 10 : 0) + Math.min(parameters, 9)
}

/** The entry whose request is the most similar to another request. */
export const nearestRequest = (tape: ReadonlyArray<TapeEntry>, request: TapeRequest): TapeEntry | undefined => {
  let nearest: TapeEntry | undefined
  let highest = -Infinity
  for (const entry of tape) {
    const score = similarity(request, entry.request)
    if (score > highest) [nearest, highest] = [entry, score]
  }
  return nearest
}
