import type { Limit, Limits } from '../profile/limits.js'

/** Counts requests against the limits of a profile. Each says whether there is room for one more, which it takes. */
export interface Limiter {
  readonly application: () => boolean
  readonly user: (index: number) => boolean
  readonly authenticate: (index: number) => boolean
}

/** Lets through at most so many in any span, whoever the key stands for. What is refused does not count. */
const windows = ({ requests, per }: Limit, now: () => number): ((key: number) => boolean) => {
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

/** A limiter of these limits; what they leave out is not limited. */
export const createLimiter = ({ application, user, authenticate }: Limits, now: () => number): Limiter => {
  const of = (limit: Limit | undefined): ((key: number) => boolean) =>
    limit === undefined ? always : windows(limit, now)
  const all = of(application)
  return { application: () => all(0), user: of(user), authenticate: of(authenticate) }
}
