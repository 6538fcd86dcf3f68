import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type { Redacted } from '../model/Redacted.js'
import { BaseError } from './BaseError.js'

/**
 * The service refused to issue a token: waiting does not mend it, other credentials or another user do.
 *
 * - `status`: 400, 401 or 403, as the service answered.
 * - `type`: the machine readable word of the error body, where it has one.
 * - `detail`: the body's message, redacted.
 */
export class AuthenticationError extends BaseError {
  static {
    this.prototype.name = 'AuthenticationError'
  }

  readonly _tag = 'AuthenticationError'
  readonly status: number
  readonly type: Option<string>
  readonly detail: Option<Redacted<string>>

  constructor(fields: {
    readonly status: number
    readonly type: Option<string>
    readonly detail: Option<Redacted<string>>
  }) {
    const answer = `${String(fields.status)}${isNone(fields.type) ? '' : ` ${fields.type.value}`}`
    super(`no token (${answer}): check clientId, clientSecret and the user's identity`)
    this.status = fields.status
    this.type = fields.type
    this.detail = fields.detail
  }
}
