import type { AuthenticationError } from './AuthenticationError.js'

/** Who was refused a token, as far as the answer of the service says. */
export type RejectedCredentials = 'application' | 'user' | 'unknown'

/**
 * Returns who was refused, if the answer of the service names it.
 *
 * - `application`: `clientId` or `clientSecret` is wrong, so all users are refused; the code of the answer says so.
 * - `user`: the service does not know the user, as a 404 says; others are not affected.
 * - `unknown`: the answer does not say; before 2025-01-15 a 401 has the same `type` for both.
 *
 * @example
 * import { AuthenticationError, rejectedCredentials } from 'rxbank'
 * import { none } from 'fp-ts/lib/Option.js'
 *
 * const codes = [{ code: 'invalid_client_credentials' }]
 * const error = new AuthenticationError({ status: 401, type: none, detail: none, codes })
 * assert.deepStrictEqual(rejectedCredentials(error), 'application')
 */
export const rejectedCredentials = ({ status, codes }: AuthenticationError): RejectedCredentials => {
  if (codes.some(({ code }) => code === 'invalid_client_credentials')) return 'application'
  return status === 404 ? 'user' : 'unknown'
}
