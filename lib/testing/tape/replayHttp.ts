import { getOrElse } from 'fp-ts/lib/Option.js'
import { concatMap, defer, NEVER, type Observable, of, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { delay } from '../../base/clock/delay.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { Http } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { retryAfter } from '../../http/retryAfter.js'
import { noAnonymizer } from './pseudonyms.js'
import { scrubRequest } from './scrubRequest.js'
import { decodeEntry, type TapeEntry, type TapeRequest, type TapeResponse, type TapeText } from './TapeEntry.js'
import { fromFailure } from './TapeFailure.js'
import { createTokenUsers } from './tokenUsers.js'

/** The milliseconds that the `Retry-After` of a recorded response asks to wait; 0 without one. */
export const requestedWaitOf = ({ time, duration, response }: TapeEntry): number =>
  response === undefined ? 0 : getOrElse(() => 0)(retryAfter({ ...response, body: '' }, Date.parse(time) + duration))

const placeholders: Readonly<Record<TapeText['kind'], readonly [first: string, padding: string]>> = {
  blank: [' ', ' '],
  html: ['<', '.'],
  other: ['.', '.'],
}

const emptyText: TapeText = { kind: 'blank', length: 0 }

/** A text of this kind and length that, like the original, is not JSON. */
const textLike = ({ kind, length }: TapeText): string => {
  const [first, padding] = placeholders[kind]
  return length === 0 ? '' : first.padEnd(length, padding)
}

/** The text of a JSON value of a tape; the marker of a number that is too large becomes that number again. */
export const jsonBody = (json: unknown): string => JSON.stringify(json).replace(/"(-?1e999)"(?!:)/g, '$1')

/**
 * The response that a transport would emit. A response with a token always gets a `Date` header, because without it the
 * client would treat the token as expired. A body that was not JSON gets a `Content-Length`, because it was complete.
 */
const replayResponse = (
  { time, duration }: TapeEntry,
  { status, headers, json, text = emptyText }: TapeResponse,
): HttpResponse => {
  if (json === undefined) {
    const body = textLike(text)
    return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
  }
  const date = new Date(Date.parse(time) + duration).toUTCString()
  return {
    status,
    headers: object.is(json) && 'expires_at' in json ? { date, ...headers } : headers,
    body: jsonBody(json),
  }
}

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

/** The entries of one key in the order of their requests, and the last one with a response or an error. */
interface Queue {
  readonly entries: Array<TapeEntry>
  next: number
  last: TapeEntry
}

/** Returns the entry that answers a request, if the tape has one. */
type FindEntry = (request: TapeRequest) => TapeEntry | undefined

const hasEnded = ({ response, error }: TapeEntry): boolean => response !== undefined || error !== undefined

/**
 * Matches requests with entries, by the most exact key that matches. Each entry is used once, in the order of the
 * recorded requests. Then the last entry with a response or an error is used again.
 */
const createMatcher = (tape: ReadonlyArray<TapeEntry>): FindEntry => {
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

/**
 * The options of {@link replayHttp}.
 */
export interface ReplayConfig {
  /** The delay of a response, as a multiple of the recorded time: 1 for the same delay, 0 for none; default 0. */
  readonly pace?: number
  /** The clock for the delays; default: the machine's. */
  readonly clock?: Clock
}

const replayConfig = options('options', {}, { pace: milliseconds(0), clock: clockCodec })

const noMatch = (tape: ReadonlyArray<TapeEntry>, recorded: TapeRequest, { operation }: HttpRequest) => {
  const entry = nearestRequest(tape, recorded)
  const hint =
    entry === undefined
      ? 'it has no entries'
      : `the nearest is ${entry.request.method} ${entry.request.url} (number ${String(entry.number)})`
  return wrongOption(
    '/tape',
    `a response to ${operation}; ${hint}; requests need the ids and cursors of the tape's responses`,
  )
}

/**
 * A transport that answers from a tape of {@link recordHttp} instead of the service, to test and to reproduce bugs. It
 * accepts any credentials and any base URL.
 *
 * Cold. Emits one response and completes, or errors like the recorded request. A request that was unsubscribed during
 * the recording is never answered. Each subscription takes the next unused entry with the same method, path, language,
 * `limit`, cursor and user, preferably one with the same other parameters, such as `since`, and the same kind of body.
 * If all entries were used, it takes the last one that ended. A request with a token of the tape never gets an entry of
 * another user. Unsubscribing ends the wait.
 *
 * If no entry matches, it errors with a `ConfigError` that names the most similar request of the tape. Throws a
 * `ConfigError` for invalid options, and for a tape that is not a list of valid entries.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { recordHttp, replayHttp, type TapeEntry } from 'rxbank/tape'
 * import { lastValueFrom, toArray } from 'rxjs'
 *
 * const tape: Array<TapeEntry> = []
 * const { credentials, http } = createSandbox({ profile: bridge2025, banks: 120 })
 * const baseUrl = 'https://bank.example'
 * const recorded = recordHttp(http, { next: (entry) => tape.push(entry) })
 * await lastValueFrom(createClient({ profile: bridge2025, baseUrl, ...credentials, http: recorded }).banks.all())
 *
 * const client = createClient({ profile: bridge2025, baseUrl, clientId: 'any', http: replayHttp(tape) })
 * const banks = await lastValueFrom(client.banks.all().pipe(toArray()))
 * assert.deepStrictEqual(banks.length, 120)
 */
export const replayHttp = (tape: ReadonlyArray<TapeEntry>, config: ReplayConfig = {}): Http => {
  const { pace = 0, clock = systemClock } = decodeOptions(replayConfig, config)
  if (!Array.isArray(tape)) throw wrongOption('/tape', 'a list of the entries of recordHttp')
  const entries = Array.from(tape, (entry, index) => decodeEntry(entry, index + 1))
  const find = createMatcher(entries)
  const users = createTokenUsers()

  const endingOf = (entry: TapeEntry, request: HttpRequest): Observable<HttpResponse> => {
    const { response, error } = entry
    if (response !== undefined) {
      if (response.text !== undefined && response.text.length > request.maxBodySize)
        return throwError(() => new DecodeError({ ...request, reason: 'too-large' }))
      users.record(response.json)
      return of(replayResponse(entry, response))
    }
    return error === undefined ? NEVER : throwError(() => fromFailure(error, request))
  }

  return (request) =>
    defer(() => {
      const recorded = scrubRequest(request, noAnonymizer, users.userOf)
      const entry = find(recorded)
      if (entry === undefined) return throwError(() => noMatch(entries, recorded, request))
      const wait = entry.duration * pace
      const end = defer(() => endingOf(entry, request))
      return wait === 0 ? end : delay(clock, wait).pipe(concatMap(() => end))
    })
}
