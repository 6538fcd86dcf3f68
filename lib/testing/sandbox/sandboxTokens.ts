import { draw, drawUuid, hex } from './seededRandom.js'

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
