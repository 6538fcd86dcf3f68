import type { Limit, Limits } from '../../service/profile/limits.js'

/** How much of a limit is left, and when there is more, in milliseconds since 1970. */
export interface LimitLeft {
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
  /** How much is left of the limit of a user or, without a number, of the application; `undefined` without a limit. */
  readonly left: (user?: number) => LimitLeft | undefined
}

interface Windows {
  readonly take: (key: number) => boolean
  readonly left: (key: number) => LimitLeft | undefined
}

/**
 * A sliding window for each key: permits at most `requests` in any `per` milliseconds. Refused requests do not count.
 */
const slidingWindows = ({ requests, per }: Limit, now: () => number): Windows => {
  const taken = new Map<number, ReadonlyArray<number>>()
  const momentsOf = (key: number): ReadonlyArray<number> =>
    (taken.get(key) ?? []).filter((moment) => moment > now() - per)
  return {
    take: (key) => {
      const moments = momentsOf(key)
      const isRoom = moments.length < requests
      taken.set(key, isRoom ? [...moments, now()] : moments)
      return isRoom
    },
    left: (key) => {
      const moments = momentsOf(key)
      return { limit: requests, remaining: requests - moments.length, resetAt: (moments[0] ?? now()) + per }
    },
  }
}

const unlimited: Windows = { take: () => true, left: () => undefined }

/** Creates a limiter. A limit that is missing permits all requests. */
export const createLimiter = ({ application, user, authenticate }: Limits, now: () => number): Limiter => {
  const of = (limit: Limit | undefined): Windows => (limit === undefined ? unlimited : slidingWindows(limit, now))
  const [all, users] = [of(application), of(user)]
  return {
    application: () => all.take(0),
    user: users.take,
    authenticate: of(authenticate).take,
    left: (index) => (index === undefined ? all.left(0) : users.left(index)),
  }
}
