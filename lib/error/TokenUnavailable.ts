import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { BaseError } from './BaseError.js'

/**
 * A request waited for a token, and none could be had in time; it was not sent.
 *
 * - `waited`: milliseconds that the request was ready to wait.
 * - `last`: what the last attempt failed with: the message of that error.
 */
export class TokenUnavailable extends BaseError<TokenUnavailable> {
  declare readonly _tag: 'TokenUnavailable'
  declare readonly waited: number
  declare readonly last: Option<string>

  constructor({ waited, last }: { readonly waited: number; readonly last: Option<string> }) {
    const advice = isNone(last) ? 'check the service and the clock' : `the last attempt: ${last.value}`
    super('TokenUnavailable', { waited, last }, `no token within ${String(Math.round(waited))} ms; ${advice}`)
  }
}
