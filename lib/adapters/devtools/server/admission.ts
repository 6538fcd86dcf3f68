import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may look: tokens that are good once, and the keys that they were exchanged for. */
export interface Admission {
  /** The token that is good now. */
  readonly token: () => string
  /** Exchanges the token for a key, and makes another token; `undefined` if it is not the one that is good now. */
  readonly enter: (token: string) => string | undefined
  /** Whether a key is one of the latest. */
  readonly admits: (key: string) => boolean
}

/** How many keys are good at a time: a new one takes the place of the oldest. */
export const keptKeys = 32

const secret = (): string => randomBytes(32).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Creates an admission with its first token. Tokens and keys have 256 random bits, and are compared in constant time. */
export const createAdmission = (): Admission => {
  let token = secret()
  const keys: Array<Buffer> = []
  return {
    token: () => token,
    enter: (given) => {
      if (!timingSafeEqual(digest(given), digest(token))) return undefined
      token = secret()
      const key = secret()
      keys.push(digest(key))
      if (keys.length > keptKeys) keys.shift()
      return key
    },
    admits: (given) => {
      const asked = digest(given)
      return keys.map((key) => timingSafeEqual(asked, key)).includes(true)
    },
  }
}
