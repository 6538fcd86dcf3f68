import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { BaseError } from './BaseError.js'

/**
 * No token for a request was available within its `timeout`, so the request was not sent; or the service issued a token
 * that cannot be used.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class TokenUnavailable extends BaseError<TokenUnavailable> {
  declare readonly _tag: 'TokenUnavailable'
  /** The `timeout` in milliseconds; 0 for a token that cannot be used. */
  declare readonly waited: number
  /**
   * The message of the last failed attempt to get a token. Within the process, the error of this attempt is the
   * `cause`.
   */
  declare readonly last: Option<string>

  constructor(
    { waited, last }: { readonly waited: number; readonly last: Option<string> },
    /** The error of the last attempt, which is the standard `cause` of this error. */
    cause?: unknown,
  ) {
    const time = waited > 0 ? ` within ${String(Math.round(waited))} ms` : ''
    const advice = isNone(last) ? 'check the service and the clock' : `the last attempt: ${last.value}`
    super('TokenUnavailable', { waited, last }, `no token${time}; ${advice}`)
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true })
  }
}
