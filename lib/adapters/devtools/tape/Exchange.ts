import { object } from '../../../base/codec/object.js'
import { wrongOption } from '../../../base/error/wrongOption.js'
import type { TapeEntry } from '../../../testing/tape/TapeEntry.js'
import type { NamedOperation } from './operationNames.js'

/** What of an exchange on a tape an inspection is made of. Times in milliseconds since 1970. */
export interface Exchange extends NamedOperation {
  readonly number: number
  readonly method: string
  /** The path and the query, and the pseudonym of the user, by which requests are compared. */
  readonly target: string
  readonly user: string
  readonly hasCursor: boolean
  readonly from: number
  readonly to: number
  readonly status: number | undefined
  /** The name of the error, if it failed. */
  readonly error: string | undefined
  /** The milliseconds within which a client sends the same request again after this end; 0: it does not. */
  readonly repeatedWithin: number
  /** The target of the next page. */
  readonly next: string | undefined
  readonly token: { readonly user: string; readonly expiresAt: number } | undefined
}

const base = 'https://tape.invalid'

const targetOf = (link: string): string => {
  const { pathname, search } = new URL(link, base)
  return pathname + search
}

const nextOf = (json: unknown): string | undefined => {
  if (!object.is(json) || !object.is(json.pagination)) return undefined
  const { next_uri } = json.pagination
  return typeof next_uri === 'string' && URL.canParse(next_uri, base) ? targetOf(next_uri) : undefined
}

const tokenOf = (json: unknown): Exchange['token'] => {
  if (!object.is(json) || !object.is(json.user)) return undefined
  const { expires_at, user } = json
  const expiresAt = typeof expires_at === 'string' ? Date.parse(expires_at) : NaN
  return typeof user.uuid === 'string' && !Number.isNaN(expiresAt) ? { user: user.uuid, expiresAt } : undefined
}

const isRepeatedAfter = (status: number): boolean => [401, 408, 409, 423, 425, 429].includes(status) || status >= 500

/** What comes later than this after a failure, and later than the service has asked for, is a request of its own. */
const longestWait = 60_000

const waitAfter = ({ answer }: TapeEntry): number => {
  const seconds = Number(answer?.headers['retry-after'])
  return longestWait + (seconds > 0 ? seconds * 1000 : 0)
}

const failureOf = (entry: TapeEntry): Pick<Exchange, 'error' | 'repeatedWithin'> => {
  const { answer, error } = entry
  const within = (isRepeated: boolean): number => (isRepeated ? waitAfter(entry) : 0)
  if (error !== undefined) {
    const { _tag, status } = error
    const isOfStatus = typeof status === 'number'
    return {
      error: isOfStatus ? `${_tag} ${String(status)}` : _tag,
      repeatedWithin: within(isOfStatus ? isRepeatedAfter(status) : /^(NetworkError|TimeoutError)$/.test(_tag)),
    }
  }
  const { status } = answer ?? { status: 0 }
  return status >= 400
    ? { error: `StatusError ${String(status)}`, repeatedWithin: within(isRepeatedAfter(status)) }
    : { error: undefined, repeatedWithin: 0 }
}

/** Reads the `place`th entry of a tape, counted from 1; throws a `ConfigError` if its time is none. */
export const exchangeOf = (
  entry: TapeEntry,
  place: number,
  nameOf: (method: string, url: URL) => NamedOperation,
): Exchange => {
  const { number, time, took, request, answer } = entry
  const from = Date.parse(time)
  if (Number.isNaN(new Date(from + took).getTime())) throw wrongOption(`/tape/${String(place)}/time`, 'a moment')
  const url = new URL(request.url, base)
  return {
    ...nameOf(request.method, url),
    ...failureOf(entry),
    number,
    method: request.method,
    target: url.pathname + url.search,
    user: request.user ?? '',
    hasCursor: url.searchParams.has('after') || url.searchParams.has('before'),
    from,
    to: from + took,
    status: answer?.status,
    next: nextOf(answer?.json),
    token: tokenOf(answer?.json),
  }
}
