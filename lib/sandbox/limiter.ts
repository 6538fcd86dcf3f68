import type { Limit, Limits } from '../profile/limits.js'

/**
 * Counts requests against the limits of a profile. Each function returns whether the limit permits a request, and
 * counts the request if it does.
 */
export interface Limiter {
  readonly application: () => boolean
  readonly user: (index: number) => boolean
  readonly authenticate: (index: number) => boolean
}

/**
 * A sliding window for each key: permits at most `requests` in any `per` milliseconds. Refused requests do not count.
 */
const slidingWindows = ({ requests, per }: Limit, now: () => number): ((key: number) => boolean) => {
  const taken = new Map<number, Array<number>>()
  return (key) => {
    const moments = (taken.get(key) ?? []).filter((moment) => moment > now() - per)
    const isRoom = moments.length < requests
    if (isRoom) moments.push(now())
    taken.set(key, moments)
    return isRoom
  }
}

const always = (): boolean => true

/** Creates a limiter. A limit that is missing permits all requests. */
export const createLimiter = ({ application, user, authenticate }: Limits, now: () => number): Limiter => {
  const of = (limit: Limit | undefined): ((key: number) => boolean) =>
    limit === undefined ? always : slidingWindows(limit, now)
  const all = of(application)
  return { application: () => all(0), user: of(user), authenticate: of(authenticate) }
}
