import { alt, filter, fold, fromNullable, map, none, type Option, toUndefined } from 'fp-ts/lib/Option.js'
import type { RateLimitHeaders } from '../service/profile/limitHeaders.js'
import type { HttpResponse } from './HttpResponse.js'
import { httpDate, retryAfter } from './retryAfter.js'

/** The state of a limit, according to a response. */
export interface LimitState {
  /** How many requests are left; `undefined` if the response does not say. */
  readonly remaining: number | undefined
  /** The milliseconds until the limit is reset: more than 0, and a day at most. */
  readonly resetIn: number
}

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

/**
 * Smaller numbers are durations in seconds. This and larger numbers are times in seconds since 1970, in 2001 or later.
 */
const minTimestampInSeconds = 1e9
/** This and larger numbers are times in milliseconds since 1970. */
const minTimestampInMs = 1e12

/** Longer values are ignored. */
const maxLength = 1024

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i

/** A limit as one header describes it. `resetIn` is `NaN` if it cannot be read. */
interface LimitReading {
  readonly limit?: number | undefined
  readonly remaining: number | undefined
  readonly resetIn: number
}

interface Clocks {
  /** The service's time, if the response has a `Date`. */
  readonly service: number | undefined
  readonly wall: number
}

/** The integer that a text represents; `undefined` for any other text. */
const readCount = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const readSeconds = (text: string | undefined): number => (readCount(text) ?? NaN) * second

/**
 * The milliseconds until a time. Without a `Date`, the time is compared with the local clock, which may be wrong, so
 * only a time within an hour counts.
 */
const waitUntil = (time: number, { service, wall }: Clocks): number => {
  const wait = time - (service ?? wall)
  return service === undefined && wait > hour ? NaN : wait
}

/** Reads a time or a duration in any of its forms; a time without a zone is in UTC. */
const readReset = (text: string, clocks: Clocks): number => {
  if (/^\d{1,16}(?:\.\d{1,9})?$/.test(text)) {
    const value = Number(text)
    if (value < minTimestampInSeconds) return value * second
    return waitUntil(value < minTimestampInMs ? value * second : value, clocks)
  }
  const match = isoTime.exec(text)
  const iso = match ? Date.parse(match[1] === undefined ? `${text}Z` : text) : NaN
  return waitUntil(Number.isNaN(iso) ? (toUndefined(httpDate(text)) ?? NaN) : iso, clocks)
}

/** Splits a text at the separators outside quotes. */
const split = (text: string, separator: ',' | ';'): ReadonlyArray<string> =>
  (text.match(separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g : /(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? []).map(
    (part) => part.trim(),
  )

/** The keys and values of parts such as `a=1`; ignores other parts. */
const readPairs = (parts: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    parts.flatMap((part) => {
      const equalsIndex = part.indexOf('=')
      return equalsIndex < 0
        ? []
        : [[part.slice(0, equalsIndex).trim().toLowerCase(), part.slice(equalsIndex + 1).trim()] as const]
    }),
  )

/** The items of a header such as `"default";q=100;w=60, "burst";q=5;w=1`: a name and its parameters. */
const readItems = (text: string): ReadonlyArray<readonly [name: string, parameters: ReadonlyMap<string, string>]> =>
  split(text, ',').map((item) => {
    const [name = '', ...parameters] = split(item, ';')
    return [name, readPairs(parameters)]
  })

/**
 * Reads a `RateLimit` header of any draft; the newer drafts have one item for each policy. For an item without `t`, the
 * window of its policy counts, because the reset takes no longer than that.
 */
const readState = (state: string, policy: string): ReadonlyArray<LimitReading> => {
  const pairs = readPairs(split(state, ','))
  const remaining = readCount(pairs.get('remaining'))
  if (remaining !== undefined || pairs.has('reset')) {
    const [limit] = split(pairs.get('limit') ?? '', ';')
    return [{ limit: readCount(limit), remaining, resetIn: readSeconds(pairs.get('reset')) }]
  }
  const policies = new Map(readItems(policy))
  return readItems(state).map(([name, parameters]) => ({
    remaining: readCount(parameters.get('r')),
    resetIn: readSeconds(parameters.get('t') ?? policies.get(name)?.get('w')),
  }))
}

/** Whether a limit has fewer requests left than another or, with as many left, is reset later. */
const isTighter = (a: LimitState, b: LimitState): boolean => {
  const [left, otherLeft] = [a.remaining ?? Infinity, b.remaining ?? Infinity]
  return left < otherLeft || (left === otherLeft && a.resetIn > b.resetIn)
}

const readHeaders = ({ headers }: HttpResponse, names: RateLimitHeaders, clocks: Clocks): Option<LimitState> => {
  const valueOf = (name: string | undefined): string => {
    const value: unknown = name === undefined ? undefined : headers[name]
    return typeof value !== 'string' || value.length > maxLength ? '' : value.trim()
  }
  const readings =
    'state' in names
      ? readState(valueOf(names.state), valueOf(names.policy))
      : [
          {
            limit: readCount(valueOf(names.limit)),
            remaining: readCount(valueOf(names.remaining)),
            resetIn: readReset(valueOf(names.reset), clocks),
          },
        ]
  // Some services without limits send a limit of 0, and say that no requests are left.
  const [first, ...others] = readings.flatMap(({ limit, remaining, resetIn }) =>
    limit !== 0 && resetIn > 0 && resetIn <= day ? [{ remaining, resetIn }] : [],
  )
  return fromNullable(
    first && others.reduce((tightest, state) => (isTighter(state, tightest) ? state : tightest), first),
  )
}

/** The names in lower case, as in the headers of a response. */
export const lowerCaseNames = (names: ReadonlyArray<RateLimitHeaders>): ReadonlyArray<RateLimitHeaders> =>
  names.map(
    (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([part, name]: [string, string | undefined]) => [part, name?.toLowerCase()]),
      ) as unknown as RateLimitHeaders,
  )

/** Whether a response has the header with the reset of the limit. Without it, the other headers are useless. */
const hasReset = ({ headers }: HttpResponse, names: RateLimitHeaders): boolean =>
  headers['state' in names ? names.state : names.reset] !== undefined

/**
 * The state of a limit, according to a response: reads the first headers of `names`, in lower case, that have a valid
 * reset.
 *
 * A time is compared with the `Date` of the response or, without one, with `wall`, the local time. A reset that has
 * passed, is more than a day away, or cannot be read is ignored.
 */
export const limitState = (
  response: HttpResponse,
  wall: number,
  names: ReadonlyArray<RateLimitHeaders>,
): Option<LimitState> => {
  const present = names.filter((headers) => hasReset(response, headers))
  if (present.length === 0) return none
  const clocks = { service: toUndefined(httpDate(response.headers.date)), wall }
  return present.reduce<Option<LimitState>>(
    (found, headers) => alt(() => readHeaders(response, headers, clocks))(found),
    none,
  )
}

const isExhausted = ({ remaining }: LimitState): boolean => remaining === 0

/** The milliseconds until the limit is reset, if a response says that no request is left; else 0. */
export const exhaustedFor = (response: HttpResponse, wall: number, names: ReadonlyArray<RateLimitHeaders>): number =>
  fold(
    () => 0,
    ({ resetIn }: LimitState) => resetIn,
  )(filter(isExhausted)(limitState(response, wall, names)))

/**
 * The wait that a refusal requests, in milliseconds: its `Retry-After` or, for a 429 without one, the time until the
 * limit is reset. If a 429 says that requests are left, it is about another limit, so that reset does not count.
 */
export const refusalWait = (
  response: HttpResponse,
  wall: number,
  names: ReadonlyArray<RateLimitHeaders>,
): Option<number> =>
  alt(() =>
    // #sabotage: limit-reset
    response.status === 429
      ? map(({ resetIn }: LimitState) => resetIn)(
          filter((state: LimitState) => state.remaining === undefined || isExhausted(state))(
            limitState(response, wall, names),
          ),
        )
      : none,
  )(retryAfter(response, wall))
