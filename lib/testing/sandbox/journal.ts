import { type Observable, Subject } from 'rxjs'
import { redact, type Redacted } from '../../base/Redacted.js'
import type { FaultKind } from './faultKinds.js'
import type { RouteName } from './routes.js'
import type { WireRequest } from './WireRequest.js'

/** How a request ended: the status of its response, or the reason why it has none. */
export type Outcome = number | 'pending' | 'aborted' | 'disconnected'

/**
 * One request that the sandbox received.
 *
 * - `number`: the number of the request, counted from 1.
 * - `time`: when it arrived, by the sandbox's time.
 * - `path`: its path, which begins with a root such as `/v2`.
 * - `query`: the text after the `?`, unchanged except that secrets and passwords are replaced by `<redacted>`.
 * - `headers`: by lower-case name; `authorization` and `client-secret` are redacted.
 * - `body`: redacted; `reveal` opens redacted values.
 * - `route`: the profile's name for the path.
 * - `userUuid`: the user that the request is about, according to its token, its path or its body.
 * - `faults`: the kinds of the faults that were applied to it.
 * - `status`: the status of the response; `pending` while there is none, `aborted` when the client disconnected,
 *   `disconnected` when a fault ended the connection.
 */
export interface JournalEntry {
  readonly number: number
  readonly time: Date
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | Redacted<string>>>
  readonly body: Redacted<string>
  readonly route: RouteName | 'unknown'
  readonly userUuid: string | undefined
  readonly faults: ReadonlyArray<FaultKind['kind']>
  readonly status: Outcome
}

const secretName = /secret|password|token/i

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Replaces the values of secrets and passwords in a query, where some API versions send them. Other text stays unchanged.
 */
const redactQuery = (query: string): string =>
  query
    .split('&')
    .map((part) => {
      const [name = ''] = part.split('=', 1)
      return secretName.test(decodeName(name)) ? `${name}=${redact('').toString()}` : part
    })
    .join('&')

/** How many requests the sandbox received, by outcome. */
export interface JournalCounts {
  readonly started: number
  /** Requests that were answered completely, with any status. */
  readonly finished: number
  /** Requests that the client aborted before it had the complete response. */
  readonly aborted: number
  /** Requests whose connection a fault has ended. */
  readonly disconnected: number
  readonly inFlight: number
  readonly maxInFlight: number
  /** All requests that were received, by route. */
  readonly routes: Readonly<Partial<Record<JournalEntry['route'], number>>>
}

/** The requests that the sandbox received. It has the newest 10,000 entries, and the counts of all. */
export interface Journal {
  /** The newest entries, oldest first. */
  readonly entries: () => ReadonlyArray<JournalEntry>
  readonly counts: () => JournalCounts
  /** Deletes the entries and sets the counts to 0, except `inFlight`. */
  readonly clear: () => void
  /** Emits an entry when it starts and when it ends; hot, never ends. */
  readonly changes$: Observable<JournalEntry>
}

/** The entry of a request that has not ended. */
export interface OpenEntry {
  /** The current content. */
  readonly entry: () => JournalEntry
  readonly set: (fields: Partial<Pick<JournalEntry, 'userUuid' | 'faults'>>) => void
  /** Ends the entry with a status; further calls are ignored. */
  readonly end: (status: Exclude<Outcome, 'pending'>) => void
}

const maxEntries = 10_000
const secretHeaders = ['authorization', 'client-secret']

const redactHeaders = (headers: WireRequest['headers']): JournalEntry['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.includes(name) ? redact(value) : value]),
  )

/** The data from which an entry is created when it is read. */
interface EntryData extends Pick<JournalEntry, 'number' | 'route'> {
  readonly request: WireRequest
  readonly time: number
  userUuid: string | undefined
  faults: JournalEntry['faults']
  status: Outcome
}

const toEntry = ({ request, time, ...rest }: EntryData): JournalEntry => ({
  ...rest,
  time: new Date(time),
  method: request.method,
  path: request.path,
  query: redactQuery(request.query),
  headers: redactHeaders(request.headers),
  body: redact(request.body),
})

const zero = { started: 0, finished: 0, aborted: 0, disconnected: 0 }

/** Creates an empty journal. */
export const createJournal = (now: () => number) => {
  const entries = new Map<number, EntryData>()
  const entryChanges$ = new Subject<JournalEntry>()
  let counts = { ...zero }
  let routes: Partial<Record<JournalEntry['route'], number>> = {}
  let number = 0
  let inFlight = 0
  let maxInFlight = 0

  const journal: Journal = {
    entries: () => Array.from(entries.values(), toEntry),
    counts: () => ({ ...counts, inFlight, maxInFlight, routes: { ...routes } }),
    clear: () => {
      entries.clear()
      counts = { ...zero }
      routes = {}
      maxInFlight = inFlight
    },
    changes$: entryChanges$.asObservable(),
  }

  const open = (request: WireRequest, route: JournalEntry['route'], userUuid: string | undefined): OpenEntry => {
    const data: EntryData = { request, number: ++number, time: now(), route, userUuid, faults: [], status: 'pending' }
    const emitChange = (): void => {
      if (entryChanges$.observed) entryChanges$.next(toEntry(data))
    }
    entries.set(number, data)
    entries.delete(number - maxEntries)
    counts.started++
    routes[route] = (routes[route] ?? 0) + 1
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    emitChange()
    return {
      entry: () => toEntry(data),
      set: (fields) => {
        Object.assign(data, fields)
      },
      end: (status) => {
        if (data.status !== 'pending') return
        data.status = status
        counts[typeof status === 'number' ? 'finished' : status]++
        inFlight--
        emitChange()
      },
    }
  }

  return { journal, open }
}
