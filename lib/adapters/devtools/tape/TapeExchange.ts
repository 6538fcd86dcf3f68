import { object } from '../../../base/codec/object.js'
import { wrongOption } from '../../../base/error/decodeOptions.js'
import { isTransientStatus } from '../../../base/error/StatusError.js'
import { requestedWaitOf } from '../../../testing/tape/replayHttp.js'
import type { TapeEntry } from '../../../testing/tape/TapeEntry.js'
import type { NamedOperation } from './operationNames.js'

/** What an inspection needs to know about an exchange on a tape. Times are in milliseconds since 1970. */
export interface TapeExchange extends NamedOperation {
  readonly number: number
  readonly method: string
  /** The path and the query. Two requests are the same if `method`, `target` and `user` are equal. */
  readonly target: string
  readonly user: string
  readonly hasCursor: boolean
  readonly startedAt: number
  readonly endedAt: number
  readonly status: number | undefined
  /** The tag of the error, with its status if it has one, such as `StatusError 503`; `undefined` if there is none. */
  readonly error: string | undefined
  /** A request within this time after the end may be a retry of this one; 0 if clients do not retry it. */
  readonly retryWindowMs: number
  /** The target of the next page. */
  readonly next: string | undefined
  readonly token: { readonly user: string; readonly expiresAt: number } | undefined
}

const base = 'https://tape.invalid'

const toTarget = (link: string): string => {
  const { pathname, search } = new URL(link, base)
  return pathname + search
}

const parseNextTarget = (json: unknown): string | undefined => {
  if (!object.is(json) || !object.is(json.pagination)) return undefined
  const { next_uri } = json.pagination
  return typeof next_uri === 'string' && URL.canParse(next_uri, base) ? toTarget(next_uri) : undefined
}

const parseToken = (json: unknown): TapeExchange['token'] => {
  if (!object.is(json) || !object.is(json.user)) return undefined
  const { expires_at, user } = json
  const expiresAt = typeof expires_at === 'string' ? Date.parse(expires_at) : NaN
  return typeof user.uuid === 'string' && !Number.isNaN(expiresAt) ? { user: user.uuid, expiresAt } : undefined
}

/** Whether a client retries after this status: a transient one, 401, or 409 and 423 (locks). */
const isRetriedAfter = (status: number): boolean => [401, 409, 423].includes(status) || isTransientStatus(status)

/**
 * A request that is sent more than this many milliseconds after a failure and its `Retry-After` is a new request and
 * not a retry.
 */
const maxRetryDelayMs = 60_000

const waitAfter = (entry: TapeEntry): number => maxRetryDelayMs + requestedWaitOf(entry)

const parseFailure = (entry: TapeEntry): Pick<TapeExchange, 'error' | 'retryWindowMs'> => {
  const { response, error } = entry
  const retryTime = (isRetried: boolean): number => (isRetried ? waitAfter(entry) : 0)
  if (error !== undefined) {
    const { _tag, status } = error
    const hasStatus = typeof status === 'number'
    return {
      error: hasStatus ? `${_tag} ${String(status)}` : _tag,
      retryWindowMs: retryTime(hasStatus ? isRetriedAfter(status) : /^(NetworkError|TimeoutError)$/.test(_tag)),
    }
  }
  const { status } = response ?? { status: 0 }
  return status >= 400
    ? { error: `StatusError ${String(status)}`, retryWindowMs: retryTime(isRetriedAfter(status)) }
    : { error: undefined, retryWindowMs: 0 }
}

/** Reads the entry at a position of a tape, counted from 1; throws a `ConfigError` if its time is invalid. */
export const toTapeExchange = (
  entry: TapeEntry,
  position: number,
  nameOperation: (method: string, url: URL) => NamedOperation,
): TapeExchange => {
  const { number, time, duration, request, response } = entry
  const startedAt = Date.parse(time)
  if (Number.isNaN(new Date(startedAt + duration).getTime()))
    throw wrongOption(`/tape/${String(position)}/time`, 'a valid time')
  const url = new URL(request.url, base)
  return {
    ...nameOperation(request.method, url),
    ...parseFailure(entry),
    number,
    method: request.method,
    target: url.pathname + url.search,
    user: request.user ?? '',
    hasCursor: url.searchParams.has('after') || url.searchParams.has('before'),
    startedAt,
    endedAt: startedAt + duration,
    status: response?.status,
    next: parseNextTarget(response?.json),
    token: parseToken(response?.json),
  }
}
