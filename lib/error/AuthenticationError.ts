import type { Option } from 'fp-ts/lib/Option.js'
import type { Redacted } from '../model/Redacted.js'
import { after, BaseError } from './BaseError.js'
import { type ErrorCode, type SupportFacts, supportFacts } from './SupportFacts.js'

/**
 * The service refused to issue a token. The error is not transient: other credentials or another user are needed.
 *
 * - `status`: 400, 401 or 403, as the service answered; or 404 with a `type`, if the service does not know the user.
 * - `type`: the machine-readable word of the error body, if it has one.
 * - `detail`: the message of the error body, redacted.
 * - `codes`, `requestId`, `responseHeaders`: as in a `StatusError`.
 */
export class AuthenticationError extends BaseError<AuthenticationError> {
  declare readonly _tag: 'AuthenticationError'
  declare readonly status: number
  declare readonly type: Option<string>
  declare readonly detail: Option<Redacted<string>>
  declare readonly codes: ReadonlyArray<ErrorCode>
  declare readonly requestId: Option<string>
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
    const answer = `${String(status)}${after(' ', type)}`
    const message = `no token (${answer}): check clientId, clientSecret and the user's identity`
    super('AuthenticationError', { status, type, detail, ...supportFacts(facts) }, message)
  }
}
