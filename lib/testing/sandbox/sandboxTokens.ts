import type { Limit, Limits } from '../../service/profile/rateLimits.js'
import { draw, drawUuid, hex } from './seededRandom.js'

/** How much of a limit is left. `resetAt` is when more becomes available, in milliseconds since 1970. */
interface RemainingLimit {
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
const slidingWindows = ({ requests, per }: Limit, now: () => number): Windows => {
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
  const windowsOf = (limit: Limit | undefined): Windows =>
    limit === undefined ? unlimited : slidingWindows(limit, now)
  const [all, users] = [windowsOf(application), windowsOf(user)]
  return {
    application: () => all.take(0),
    user: users.take,
    authenticate: windowsOf(authenticate).take,
    remaining: (index) => (index === undefined ? all.remaining(0) : users.remaining(index)),
  }
}

/** An issued access token. */
export interface IssuedToken {
  readonly token: string
  /** The user's number. */
  readonly user: number
  readonly issuedAt: number
  /** The first moment at which the token is refused. */
  readonly expiresAt: number
}

/** The valid access tokens. */
export interface Tokens {
  readonly issue: (user: number) => IssuedToken
  /** The number of the user of a token; `undefined` if the token is not valid. */
  readonly userOf: (token: string) => number | undefined
  /** How long ago a token was issued, in milliseconds; `undefined` if it is not valid. */
  readonly ageOf: (token: string) => number | undefined
  /** Revokes the tokens of a user, or all tokens. */
  readonly revoke: (user?: number) => void
}

/** Creates the store of tokens. They are opaque and valid for `lifetime` milliseconds; expired ones are deleted. */
export const createTokens = (seed: number, lifetime: number, now: () => number): Tokens => {
  const validTokens = new Map<string, IssuedToken>()
  const tokenSeed = draw(seed, 0x70c3)
  let issuedCount = 0

  const deleteExpired = (): void => {
    for (const { token, expiresAt } of validTokens.values()) {
      if (expiresAt > now()) return
      validTokens.delete(token)
    }
  }

  const validEntry = (token: string): IssuedToken | undefined => {
    const entry = validTokens.get(token)
    return entry !== undefined && entry.expiresAt > now() ? entry : undefined
  }

  return {
    issue: (user) => {
      deleteExpired()
      const seedOfToken = draw(tokenSeed, ++issuedCount)
      const entry = {
        token: `${hex(seedOfToken, 5)}-${drawUuid(draw(seedOfToken, issuedCount))}`,
        user,
        issuedAt: now(),
        expiresAt: now() + lifetime,
      }
      validTokens.set(entry.token, entry)
      return entry
    },
    userOf: (token) => validEntry(token)?.user,
    ageOf: (token) => {
      const entry = validEntry(token)
      return entry && now() - entry.issuedAt
    },
    revoke: (user) => {
      for (const entry of validTokens.values())
        if (user === undefined || entry.user === user) validTokens.delete(entry.token)
    },
  }
}
