import type { Limits, RequestLimit } from '../../service/profile/rateLimits.js'

/** How much of a limit is left. `resetAt` is when more becomes available, in milliseconds since 1970. */
export interface RemainingLimit {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: number
}

/**
 * Counts requests against the limits of a profile. Each function returns whether the limit permits a request, and
 * counts the request if it does.
 */
export interface Limiter {
  readonly application: () => boolean
  readonly user: (index: number) => boolean
  readonly authenticate: (index: number) => boolean
  /** The remaining limit of a user or, without a number, of the application; `undefined` without a limit. */
  readonly remaining: (user?: number) => RemainingLimit | undefined
}

interface Windows {
  readonly take: (key: number) => boolean
  readonly remaining: (key: number) => RemainingLimit | undefined
}

/**
 * A sliding window for each key: permits at most `requests` in any `per` milliseconds. Refused requests do not count.
 */
const slidingWindows = ({ requests, per }: RequestLimit, now: () => number): Windows => {
  const requestTimes = new Map<number, ReadonlyArray<number>>()
  const recentTimes = (key: number): ReadonlyArray<number> =>
    (requestTimes.get(key) ?? []).filter((moment) => moment > now() - per)
  return {
    take: (key) => {
      const moments = recentTimes(key)
      const isPermitted = moments.length < requests
      requestTimes.set(key, isPermitted ? [...moments, now()] : moments)
      return isPermitted
    },
    remaining: (key) => {
      const moments = recentTimes(key)
      return { limit: requests, remaining: requests - moments.length, resetAt: (moments[0] ?? now()) + per }
    },
  }
}

const unlimited: Windows = { take: () => true, remaining: () => undefined }

/** Creates a limiter. A limit that is missing permits all requests. */
export const createLimiter = ({ application, user, authenticate }: Limits, now: () => number): Limiter => {
  const windowsOf = (limit: RequestLimit | undefined): Windows =>
    limit === undefined ? unlimited : slidingWindows(limit, now)
  const [all, users] = [windowsOf(application), windowsOf(user)]
  return {
    application: () => all.take(0),
    user: users.take,
    authenticate: windowsOf(authenticate).take,
    remaining: (index) => (index === undefined ? all.remaining(0) : users.remaining(index)),
  }
}
