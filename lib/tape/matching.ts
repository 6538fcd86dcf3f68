import type { TapeEntry, TapeRequest } from './TapeEntry.js'

/** The parameters without which a request is another one. */
const isEssential = (name: string): boolean => /^(?:limit|after|before)$|_id$/.test(name)

const essence = ({ method, url, language }: TapeRequest): string => {
  const { pathname, searchParams } = new URL(url, 'https://tape.invalid')
  const parameters = Array.from(searchParams).filter(([name]) => isEssential(name))
  return JSON.stringify([method, pathname, parameters, language ?? ''])
}

const whole = (request: TapeRequest): string => {
  const { url, body = {} } = request
  return JSON.stringify([essence(request), url, Object.entries(body).sort()])
}

/** As what an entry is known: with its user, and without. */
const keysOf = ({ request }: TapeEntry): ReadonlyArray<string> => {
  const { user = '' } = request
  return [user, '*'].flatMap((whose) => [`${whose} ${whole(request)}`, `${whose} ${essence(request)}`])
}

/** As what it is looked for, the most exact first: what a user asked is no answer for another one. */
const wanted = (request: TapeRequest): ReadonlyArray<string> => {
  const { user } = request
  const users = user === undefined ? ['', '*'] : [user, '']
  return users.flatMap((whose) => [`${whose} ${whole(request)}`, `${whose} ${essence(request)}`])
}

/** The entries of one key, in the order in which they were asked, and the last of them whose end is known. */
interface Queue {
  readonly entries: Array<TapeEntry>
  next: number
  last: TapeEntry
}

/** Gives the entry for a request, if the tape has one. */
export type Find = (request: TapeRequest) => TapeEntry | undefined

const hasEnded = ({ answer, error }: TapeEntry): boolean => answer !== undefined || error !== undefined

/**
 * Finds entries by what is asked: each once, in the order in which they were asked, among those that are known by the most
 * exact key. When all were given, the last one whose end is known stays.
 */
export const createMatching = (tape: ReadonlyArray<TapeEntry>): Find => {
  const queues = new Map<string, Queue>()
  const given = new Set<TapeEntry>()

  const add = (key: string, entry: TapeEntry): void => {
    const queue = queues.get(key)
    if (queue === undefined) {
      queues.set(key, { entries: [entry], next: 0, last: entry })
      return
    }
    queue.entries.push(entry)
    if (hasEnded(entry) || !hasEnded(queue.last)) queue.last = entry
  }

  for (const entry of [...tape].sort((a, b) => a.number - b.number)) keysOf(entry).forEach((key) => add(key, entry))

  return (request) => {
    const queue = wanted(request)
      .map((key) => queues.get(key))
      .find((found) => found !== undefined)
    if (queue === undefined) return undefined
    const isGiven = (entry: TapeEntry | undefined): boolean => entry !== undefined && given.has(entry)
    while (isGiven(queue.entries[queue.next])) queue.next++
    const entry = queue.entries[queue.next] ?? queue.last
    given.add(entry)
    return entry
  }
}
