import type { ClientError } from './ClientError.js'
import { isClientError } from './ClientError.js'

const passing = new Set([408, 425, 429])

/**
 * Whether an error is transient, so that a later attempt may succeed: network errors, timeouts, a token or secret that
 * is not available now, requests that the client withheld, and the statuses 408, 425, 429 and 5xx.
 *
 * @example
 * import { ConfigError, isTransient, TokenUnavailable } from 'rxbank'
 * import { none } from 'fp-ts/lib/Option.js'
 *
 * assert.deepStrictEqual(isTransient(new TokenUnavailable({ waited: 30_000, last: none })), true)
 * assert.deepStrictEqual(isTransient(new ConfigError({ issues: [] })), false)
 */
export const isTransient = (error: unknown): error is ClientError => {
  if (!isClientError(error)) return false
  switch (error._tag) {
    case 'NetworkError':
    case 'RequestWithheld':
    case 'SecretUnavailable':
    case 'TimeoutError':
    case 'TokenUnavailable':
      return true
    case 'StatusError':
      return passing.has(error.status) || error.status >= 500
    default:
      return false
  }
}
