import type { Option } from 'fp-ts/lib/Option.js'
import type { Redacted } from '../Redacted.js'
import { BaseError, withPrefix } from './BaseError.js'
import { type ErrorCode, explainNotFound, type SupportFacts, supportFacts } from './StatusError.js'

/** Who was refused a token, if the response of the service names them. */
export type RejectedCredentials = 'application' | 'user' | 'unknown'

/**
 * Returns who was refused, if the response of the service names it.
 *
 * - `application`: `clientId` or `clientSecret` is wrong, so all users are refused; the code of the response says so.
 * - `user`: the response is a 404, because the service does not know the user; others are not affected.
 * - `unknown`: the response does not say; before 2025-01-15 a 401 has the same `type` for both.
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

/**
 * The service refused to issue a token. The error is not transient: other credentials or another user are needed.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class AuthenticationError extends BaseError<AuthenticationError> {
  declare readonly _tag: 'AuthenticationError'
  /**
   * The HTTP status of the response: 400, 401 or 403; or 404 with a `type`, if the service does not know the user.
   */
  declare readonly status: number
  /** The machine-readable code of the error body, if it has one. */
  declare readonly type: Option<string>
  /** The message of the error body, redacted, because it may quote the request. */
  declare readonly detail: Option<Redacted<string>>
  /** The name of the client's profile, whose path was requested. */
  declare readonly profile: Option<string>
  /** The `code` and `property` of all errors of the body, ten at most. */
  declare readonly codes: ReadonlyArray<ErrorCode>
  /** The id that the client gave the attempt, with `requestIdHeader`. */
  declare readonly requestId: Option<string>
  /**
   * The headers of the response that `responseHeaders` of the configuration names, cut at 128 characters; values that
   * look like secrets are hidden.
   */
  declare readonly responseHeaders: Readonly<Record<string, string>>

  constructor({
    status,
    type,
    detail,
    ...facts
  }: {
    readonly status: number
    readonly type: Option<string>
    readonly detail: Option<Redacted<string>>
  } & Partial<SupportFacts>) {
    const reply = `${String(status)}${withPrefix(' ', type)}`
    const checks = status === 404 ? explainNotFound(facts, 'user') : 'check clientId, clientSecret'
    const message = `no token (${reply}): ${checks} and the user's identity`
    super('AuthenticationError', { status, type, detail, ...supportFacts(facts) }, message)
  }
}
