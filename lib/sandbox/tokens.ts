import { draw, drawUuid, hex } from './random.js'

/** An access token that was given out. */
export interface IssuedToken {
  readonly token: string
  /** The user's number. */
  readonly user: number
  /** The first moment at which it is refused. */
  readonly expiresAt: number
}

/** The access tokens that are alive. */
export interface Tokens {
  readonly issue: (user: number) => IssuedToken
  /** The number of the user whom a token stands for, while it lives. */
  readonly userOf: (token: string) => number | undefined
  /** Ends the tokens of a user, or all. */
  readonly revoke: (user?: number) => void
}

/** Gives out opaque tokens that live for `lifetime` milliseconds; those that are dead are forgotten. */
export const createTokens = (seed: number, lifetime: number, now: () => number): Tokens => {
  const live = new Map<string, IssuedToken>()
  const tokenSeed = draw(seed, 0x70c3)
  let issued = 0

  const forget = (): void => {
    for (const { token, expiresAt } of live.values()) {
      if (expiresAt > now()) return
      live.delete(token)
    }
  }

  return {
    issue: (user) => {
      forget()
      const own = draw(tokenSeed, ++issued)
      const entry = { token: `${hex(own, 5)}-${drawUuid(draw(own, issued))}`, user, expiresAt: now() + lifetime }
      live.set(entry.token, entry)
      return entry
    },
    userOf: (token) => {
      const entry = live.get(token)
      return entry !== undefined && entry.expiresAt > now() ? entry.user : undefined
    },
    revoke: (user) => {
      for (const entry of live.values()) if (user === undefined || entry.user === user) live.delete(entry.token)
    },
  }
}
