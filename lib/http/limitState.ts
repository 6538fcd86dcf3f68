import { alt, filter, fold, isSome, map, none, type Option, some, toUndefined } from 'fp-ts/lib/Option.js'
import type { LimitHeaders } from '../service/profile/limitHeaders.js'
import { httpDate } from './httpDate.js'
import type { HttpResponse } from './HttpResponse.js'
import { retryAfter } from './retryAfter.js'

/** What an answer tells about a limit. */
export interface LimitState {
  /** How many requests are left; `undefined` if the answer does not tell. */
  readonly remaining: number | undefined
  /** How long it takes until there are more, in milliseconds: more than 0, and a day at most. */
  readonly resetIn: number
}

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

/** A number of this many seconds or more is a moment, not a span: the year 2001. */
const minTimestampInSeconds = 1e9
/** A number of this size or more is in milliseconds. */
const minTimestampInMs = 1e12

/** A longer value is not read. */
const maxLength = 1024

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i

type Reset = { readonly at: number } | { readonly in: number }

/** Reads a moment or a span in any of its forms, in milliseconds; a time without a zone is in UTC. */
const readReset = (text: string): Reset | undefined => {
  if (/^\d{1,16}(?:\.\d{1,9})?$/.test(text)) {
    const value = Number(text)
    if (value < minTimestampInSeconds) return { in: value * second }
    return { at: value < minTimestampInMs ? value * second : value }
  }
  const [, zone] = isoTime.exec(text) ?? []
  const iso = isoTime.test(text) ? Date.parse(zone === undefined ? `${text}Z` : text) : NaN
  const at = Number.isNaN(iso) ? httpDate(text) : some(iso)
  return isSome(at) ? { at: at.value } : undefined
}

/** How many whole requests a text says; `undefined` for any other text. */
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
 * How long it is until a reset. Without `Date` a moment is measured on the local clock, which may be wrong: then it counts
 * only within an hour.
 */
const waitUntil = (reset: Reset, { service, wall }: Clocks): Option<number> => {
  const wait = 'in' in reset ? reset.in : reset.at - (isSome(service) ? service.value : wall)
  const maxWaitMs = 'in' in reset || isSome(service) ? day : hour
  return wait > 0 && wait <= maxWaitMs ? some(wait) : none
}

/** A limit of 0 is none: some services send it, with nothing left, where they do not limit. */
const stateOf = ({ limit, remaining, reset }: LimitReading, clocks: Clocks): Option<LimitState> =>
  limit === 0 || reset === undefined
    ? none
    : map((resetIn: number): LimitState => ({ remaining, resetIn }))(waitUntil(reset, clocks))

/** Splits a text at a separator that is not within quotes. */
const split = (text: string, separator: ',' | ';'): ReadonlyArray<string> =>
  (text.match(separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g : /(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? []).map(
    (part) => part.trim(),
  )

/** The keys and values of `a=1` parts; others are left out. */
const readPairs = (parts: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    parts.flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const]
    }),
  )

const spanOf = (text: string | undefined): Reset | undefined => {
  const seconds = readCount(text)
  return seconds === undefined ? undefined : { in: seconds * second }
}

/** The windows of a `RateLimit-Policy` by the names of its policies: `"default";q=100;w=60`. */
const readPolicies = (text: string): ReadonlyMap<string, string | undefined> =>
  new Map(
    split(text, ',').map((item) => {
      const [name = '', ...parameters] = split(item, ';')
      return [name, readPairs(parameters).get('w')] as const
    }),
  )

/**
 * Reads a `RateLimit` header, of the older drafts or the newer ones: one item for each policy. Without `t`, the window of
 * the policy is the longest that the reset can take.
 */
const readItems = (state: string, policy: string): ReadonlyArray<LimitReading> => {
  const items = split(state, ',')
  const pairs = readPairs(items)
  const remaining = readCount(pairs.get('remaining'))
  if (remaining !== undefined || pairs.has('reset')) {
    const [limit] = split(pairs.get('limit') ?? '', ';')
    return [{ limit: readCount(limit), remaining, reset: spanOf(pairs.get('reset')) }]
  }
  const windows = readPolicies(policy)
  return items.map((item) => {
    const [name = '', ...parameters] = split(item, ';')
    const fields = readPairs(parameters)
    return { remaining: readCount(fields.get('r')), reset: spanOf(fields.get('t') ?? windows.get(name)) }
  })
}

/** Of several limits the one with the fewest requests left; of those with as few, the one that is reset last. */
const tightest = (states: ReadonlyArray<LimitState>): Option<LimitState> => {
  const [first, ...others] = states
  if (first === undefined) return none
  return some(
    others.reduce((tight, state) => {
      const [a, b] = [tight.remaining ?? Infinity, state.remaining ?? Infinity]
      return b < a || (a === b && state.resetIn > tight.resetIn) ? state : tight
    }, first),
  )
}

const readHeaders = ({ headers }: HttpResponse, names: LimitHeaders, clocks: Clocks): Option<LimitState> => {
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
  return tightest(readings.flatMap((one) => toUndefined(stateOf(one, clocks)) ?? []))
}

/** The same names as the headers of an answer have: in lower case. */
export const lowerCaseNames = (names: ReadonlyArray<LimitHeaders>): ReadonlyArray<LimitHeaders> =>
  names.map(
    (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([part, name]: [string, string | undefined]) => [part, name?.toLowerCase()]),
      ) as unknown as LimitHeaders,
  )

/** Whether an answer has the header that tells when the limit is reset, without which the others tell nothing. */
const hasReset = ({ headers }: HttpResponse, names: LimitHeaders): boolean =>
  headers['state' in names ? names.state : names.reset] !== undefined

/**
 * What an answer tells about a limit, by the first of `names`, in lower case, that tells when it is reset.
 *
 * A moment is compared with the answer's own `Date` or, without one, with `wall`, the local time. A reset that has passed,
 * one that is more than a day away, and any other text are as if nothing were told.
 */
export const limitState = (
  response: HttpResponse,
  wall: number,
  names: ReadonlyArray<LimitHeaders>,
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

/** How long nothing should be sent after an answer that says that no request is left, in milliseconds; else 0. */
export const exhaustedFor = (response: HttpResponse, wall: number, names: ReadonlyArray<LimitHeaders>): number =>
  fold(
    () => 0,
    ({ resetIn }: LimitState) => resetIn,
  )(filter(isExhausted)(limitState(response, wall, names)))

/**
 * How long a refusal asks to wait, in milliseconds: as its `Retry-After` says or, for a 429 without one, until the limit is
 * reset, unless it says that requests are left, since then it is about another limit.
 */
export const refusalWait = (response: HttpResponse, wall: number, names: ReadonlyArray<LimitHeaders>): Option<number> =>
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
