import { type ClientError, isClientError } from './ClientError.js'
import { isForeignResponse, isServiceStatus } from './foreignResponse.js'
import { isTransientStatus } from './StatusError.js'

/**
 * Whether the service itself responded that a resource is in use: with 409 or 423, to a request that is safe to send
 * again. The response is about one resource, and a later attempt may succeed. For other requests 409 and 423 are
 * refusals.
 */
export const isBusy = (error: unknown): boolean => isServiceStatus(error, 409, 423) && error.idempotent

const transientTags: ReadonlySet<string> = new Set([
  'NetworkError',
  'RequestNotSent',
  'SecretUnavailable',
  'TimeoutError',
  'TokenUnavailable',
] satisfies ReadonlyArray<ClientError['_tag']>)

/**
 * Whether an error is transient, so that a later attempt may succeed:
 *
 * - network errors, timeouts, a token or secret that is not available now, and requests that the client did not send;
 * - the statuses 408, 425, 429 and 5xx, and a 409 or 423 to a request that is safe to send again;
 * - responses that are not from the service: a redirect, an empty response, a 407 of a proxy, or a page of a proxy, a
 *   firewall or a portal instead of JSON, whatever its status.
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
  (transientTags.has(error._tag) ||
    // #sabotage: foreign-answer
    isForeignResponse(error) ||
    isBusy(error) ||
    (error._tag === 'StatusError' && isTransientStatus(error.status)))
