import type { Option } from 'fp-ts/lib/Option.js'
import { BaseError } from './BaseError.js'

/**
 * A request waited for a token, and none could be had in time; it was not sent.
 *
 * - `waited`: milliseconds that the request was ready to wait.
 * - `last`: what the last attempt failed with: the message of that error.
 */
export class TokenUnavailable extends BaseError {
  static {
    this.prototype.name = 'TokenUnavailable'
  }

  readonly _tag = 'TokenUnavailable'
  readonly waited: number
  readonly last: Option<string>

  constructor(fields: { readonly waited: number; readonly last: Option<string> }) {
    const last =
      fields.last._tag === 'None' ? '; check the service and the clock' : `; the last attempt: ${fields.last.value}`
    super(`no token within ${String(Math.round(fields.waited))} ms${last}`)
    this.waited = fields.waited
    this.last = fields.last
  }
}
