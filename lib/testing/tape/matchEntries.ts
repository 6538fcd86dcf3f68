import type { TapeEntry, TapeRequest } from './TapeEntry.js'

/** Parameters that must be equal for two requests to match. */
const isEssential = (name: string): boolean => /^(?:limit|after|before)$|_id$/.test(name)

const essentialKey = ({ method, url, language }: TapeRequest): string => {
  const { pathname, searchParams } = new URL(url, 'https://tape.invalid')
  const parameters = Array.from(searchParams).filter(([name]) => isEssential(name))
  return JSON.stringify([method, pathname, parameters, language ?? ''])
}

const exactKey = (request: TapeRequest): string => {
  const { url, body = {} } = request
  return JSON.stringify([essentialKey(request), url, Object.entries(body).sort()])
}

/** The keys of an entry: with its user, and with `*` for requests of an unknown user. */
const indexKeys = ({ request }: TapeEntry): ReadonlyArray<string> => {
  const { user = '' } = request
  return [user, '*'].flatMap((owner) => [`${owner} ${exactKey(request)}`, `${owner} ${essentialKey(request)}`])
}

/**
 * The keys by which to search the entry of a request, the most exact first. An entry of another user never matches.
 */
const searchKeys = (request: TapeRequest): ReadonlyArray<string> => {
  const { user } = request
  const users = user === undefined ? ['', '*'] : [user, '']
  return users.flatMap((owner) => [`${owner} ${exactKey(request)}`, `${owner} ${essentialKey(request)}`])
}

/** The entries of one key in the order of their requests, and the last one with an answer or an error. */
interface Queue {
  readonly entries: Array<TapeEntry>
  next: number
  last: TapeEntry
}

/** Returns the entry that answers a request, if the tape has one. */
export type FindEntry = (request: TapeRequest) => TapeEntry | undefined

const hasEnded = ({ answer, error }: TapeEntry): boolean => answer !== undefined || error !== undefined

/**
 * Matches requests with entries, by the most exact key that matches. Each entry is used once, in the order of the recorded
 * requests. Then the last entry with an answer or an error is used again.
 */
export const createMatcher = (tape: ReadonlyArray<TapeEntry>): FindEntry => {
  const queues = new Map<string, Queue>()
  const usedEntries = new Set<TapeEntry>()

  const add = (key: string, entry: TapeEntry): void => {
    const queue = queues.get(key)
    if (queue === undefined) {
      queues.set(key, { entries: [entry], next: 0, last: entry })
      return
    }
    queue.entries.push(entry)
    if (hasEnded(entry) || !hasEnded(queue.last)) queue.last = entry
  }

  for (const entry of [...tape].sort((a, b) => a.number - b.number)) indexKeys(entry).forEach((key) => add(key, entry))

  return (request) => {
    const queue = searchKeys(request)
      .map((key) => queues.get(key))
      .find((found) => found !== undefined)
    if (queue === undefined) return undefined
    const isUsed = (entry: TapeEntry | undefined): boolean => entry !== undefined && usedEntries.has(entry)
    while (isUsed(queue.entries[queue.next])) queue.next++
    const entry = queue.entries[queue.next] ?? queue.last
    usedEntries.add(entry)
    return entry
  }
}
