import type { ClientError } from './ClientError.js'
import { isClientError } from './ClientError.js'

const passing = new Set([408, 425, 429])
const tags: ReadonlySet<string> = new Set([
  'NetworkError',
  'RequestWithheld',
  'SecretUnavailable',
  'TimeoutError',
  'TokenUnavailable',
] satisfies ReadonlyArray<ClientError['_tag']>)

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
export const isTransient = (error: unknown): error is ClientError =>
  isClientError(error) &&
  (error._tag === 'StatusError' ? passing.has(error.status) || error.status >= 500 : tags.has(error._tag))
