import { alt, filter, fold, isSome, map, none, type Option, some, toUndefined } from 'fp-ts/lib/Option.js'
import type { RateLimitHeaders } from '../service/profile/limitHeaders.js'
import { httpDate } from './httpDate.js'
import type { HttpResponse } from './HttpResponse.js'
import { retryAfter } from './retryAfter.js'

/** The state of a limit, according to an answer. */
export interface LimitState {
  /** How many requests are left; `undefined` if the answer does not say. */
  readonly remaining: number | undefined
  /** The milliseconds until the limit is reset: more than 0, and a day at most. */
  readonly resetIn: number
}

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

/** Smaller numbers are durations in seconds. This and larger numbers are times in seconds since 1970, in 2001 or later. */
const minTimestampInSeconds = 1e9
/** This and larger numbers are times in milliseconds since 1970. */
const minTimestampInMs = 1e12

/** Longer values are ignored. */
const maxLength = 1024

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i

/** When a limit is reset, in milliseconds: a time since 1970, or a duration from now. */
type Reset = { readonly time: number } | { readonly duration: number }

/** Reads a time or a duration in any of its forms; a time without a zone is in UTC. */
const readReset = (text: string): Reset | undefined => {
  if (/^\d{1,16}(?:\.\d{1,9})?$/.test(text)) {
    const value = Number(text)
    if (value < minTimestampInSeconds) return { duration: value * second }
    return { time: value < minTimestampInMs ? value * second : value }
  }
  const [, zone] = isoTime.exec(text) ?? []
  const iso = isoTime.test(text) ? Date.parse(zone === undefined ? `${text}Z` : text) : NaN
  const time = Number.isNaN(iso) ? httpDate(text) : some(iso)
  return isSome(time) ? { time: time.value } : undefined
}

/** The whole number of a text; `undefined` for any other text. */
const readCount = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

interface LimitReading {
  readonly limit?: number | undefined
  readonly remaining: number | undefined
  readonly reset: Reset | undefined
}

interface Clocks {
  /** The service's time, if the answer has a `Date`. */
  readonly service: Option<number>
  readonly wall: number
}

/**
 * The milliseconds until a reset; `None` if it has passed or is too far away. Without a `Date`, a time is compared with the
 * local clock, which may be wrong, so only a reset within an hour counts.
 */
const waitUntil = (reset: Reset, { service, wall }: Clocks): Option<number> => {
  const wait = 'duration' in reset ? reset.duration : reset.time - (isSome(service) ? service.value : wall)
  const maxWaitMs = 'duration' in reset || isSome(service) ? day : hour
  return wait > 0 && wait <= maxWaitMs ? some(wait) : none
}

/** Ignores a limit of 0: some services without limits send it, and say that no requests are left. */
const stateOf = ({ limit, remaining, reset }: LimitReading, clocks: Clocks): Option<LimitState> =>
  limit === 0 || reset === undefined
    ? none
    : map((resetIn: number): LimitState => ({ remaining, resetIn }))(waitUntil(reset, clocks))

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

const durationOf = (text: string | undefined): Reset | undefined => {
  const seconds = readCount(text)
  return seconds === undefined ? undefined : { duration: seconds * second }
}

/** The windows of a header such as `RateLimit-Policy: "default";q=100;w=60`, by the names of its policies. */
const readPolicies = (text: string): ReadonlyMap<string, string | undefined> =>
  new Map(
    split(text, ',').map((item) => {
      const [name = '', ...parameters] = split(item, ';')
      return [name, readPairs(parameters).get('w')] as const
    }),
  )

/**
 * Reads a `RateLimit` header of any draft; the newer drafts have one item for each policy. For an item without `t`, the
 * window of its policy counts, because the reset takes no longer than that.
 */
const readItems = (state: string, policy: string): ReadonlyArray<LimitReading> => {
  const items = split(state, ',')
  const pairs = readPairs(items)
  const remaining = readCount(pairs.get('remaining'))
  if (remaining !== undefined || pairs.has('reset')) {
    const [limit] = split(pairs.get('limit') ?? '', ';')
    return [{ limit: readCount(limit), remaining, reset: durationOf(pairs.get('reset')) }]
  }
  const windows = readPolicies(policy)
  return items.map((item) => {
    const [name = '', ...parameters] = split(item, ';')
    const fields = readPairs(parameters)
    return { remaining: readCount(fields.get('r')), reset: durationOf(fields.get('t') ?? windows.get(name)) }
  })
}

/** The limit with the fewest requests left; of several such limits, the one that is reset last. */
const tightest = (states: ReadonlyArray<LimitState>): Option<LimitState> => {
  const [first, ...others] = states
  if (first === undefined) return none
  return some(
    others.reduce((tightestState, state) => {
      const [a, b] = [tightestState.remaining ?? Infinity, state.remaining ?? Infinity]
      return b < a || (a === b && state.resetIn > tightestState.resetIn) ? state : tightestState
    }, first),
  )
}

const readHeaders = ({ headers }: HttpResponse, names: RateLimitHeaders, clocks: Clocks): Option<LimitState> => {
  const valueOf = (name: string | undefined): string => {
    const value: unknown = name === undefined ? undefined : headers[name]
    return typeof value !== 'string' || value.length > maxLength ? '' : value.trim()
  }
  const readings =
    'state' in names
      ? readItems(valueOf(names.state), valueOf(names.policy))
      : [
          {
            limit: readCount(valueOf(names.limit)),
            remaining: readCount(valueOf(names.remaining)),
            reset: readReset(valueOf(names.reset)),
          },
        ]
  return tightest(readings.flatMap((reading) => toUndefined(stateOf(reading, clocks)) ?? []))
}

/** The names in lower case, as in the headers of an answer. */
export const lowerCaseNames = (names: ReadonlyArray<RateLimitHeaders>): ReadonlyArray<RateLimitHeaders> =>
  names.map(
    (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([part, name]: [string, string | undefined]) => [part, name?.toLowerCase()]),
      ) as unknown as RateLimitHeaders,
  )

/** Whether an answer has the header with the reset of the limit. Without it, the other headers are useless. */
const hasReset = ({ headers }: HttpResponse, names: RateLimitHeaders): boolean =>
  headers['state' in names ? names.state : names.reset] !== undefined

/**
 * The state of a limit, according to an answer: reads the first headers of `names`, in lower case, that have a valid reset.
 *
 * A time is compared with the `Date` of the answer or, without one, with `wall`, the local time. A reset that has passed or
 * is more than a day away, and any other text, is ignored.
 */
export const limitState = (
  response: HttpResponse,
  wall: number,
  names: ReadonlyArray<RateLimitHeaders>,
): Option<LimitState> => {
  const present = names.filter((headers) => hasReset(response, headers))
  if (present.length === 0) return none
  const clocks = { service: httpDate(response.headers.date), wall }
  return present.reduce<Option<LimitState>>(
    (found, headers) => alt(() => readHeaders(response, headers, clocks))(found),
    none,
  )
}

const isExhausted = ({ remaining }: LimitState): boolean => remaining === 0

/** The milliseconds until the limit is reset, if an answer says that no request is left; else 0. */
export const exhaustedFor = (response: HttpResponse, wall: number, names: ReadonlyArray<RateLimitHeaders>): number =>
  fold(
    () => 0,
    ({ resetIn }: LimitState) => resetIn,
  )(filter(isExhausted)(limitState(response, wall, names)))

/**
 * The milliseconds that a refusal asks to wait: its `Retry-After` or, for a 429 without one, the time until the limit is
 * reset. If a 429 says that requests are left, it is about another limit, so that reset does not count.
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
