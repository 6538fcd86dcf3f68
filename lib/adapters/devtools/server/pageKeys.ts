import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The access control of the page: single-use tokens, and the keys that they are exchanged for. */
export interface PageKeys {
  /** The current token. */
  readonly token: () => string
  /** Exchanges the current token for a key, and creates a new token; `undefined` for any other token. */
  readonly exchange: (token: string) => string | undefined
  /** Whether a key is valid. */
  readonly isValid: (key: string) => boolean
}

/** The maximum number of valid keys: a new key replaces the oldest. */
export const maxKeys = 32

const secret = (): string => randomBytes(32).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Creates the access control with its first token. Tokens and keys have 256 random bits, and are compared in constant
 * time.
 */
export const createPageKeys = (): PageKeys => {
  let token = secret()
  const keys: Array<Buffer> = []
  return {
    token: () => token,
    exchange: (candidate) => {
      if (!timingSafeEqual(digest(candidate), digest(token))) return undefined
      token = secret()
      const key = secret()
      keys.push(digest(key))
      if (keys.length > maxKeys) keys.shift()
      return key
    },
    isValid: (candidate) => {
      const candidateDigest = digest(candidate)
      return keys.map((key) => timingSafeEqual(candidateDigest, key)).includes(true)
    },
  }
}
