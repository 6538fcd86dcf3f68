import type { Option } from 'fp-ts/lib/Option.js'
import { BaseError } from './BaseError.js'

/**
 * A request waited for a token, and none could be had in time; it was not sent.
 *
 * - `waited`: milliseconds that the request was ready to wait.
 * - `last`: the tag of the failure that the last attempt met, such as `NetworkError`.
 */
export class TokenUnavailable extends BaseError {
  static {
    this.prototype.name = 'TokenUnavailable'
  }

  readonly _tag = 'TokenUnavailable'
  readonly waited: number
  readonly last: Option<string>

  constructor(fields: { readonly waited: number; readonly last: Option<string> }) {
    const last = fields.last._tag === 'None' ? '' : ` (last failure: ${fields.last.value})`
    super(`no token within ${String(fields.waited)} ms${last}; check the service and the clock`)
    this.waited = fields.waited
    this.last = fields.last
  }
}
