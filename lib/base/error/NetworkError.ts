import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { BaseError, type ErrorPlace } from './BaseError.js'

/**
 * No complete response arrived: the host is unreachable, or the connection was lost.
 *
 * It is transient: idempotent requests are retried, and watchers wait and continue.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class NetworkError extends BaseError<NetworkError> implements ErrorPlace {
  declare readonly _tag: 'NetworkError'
  declare readonly operation: string
  declare readonly page: Option<number>
  /** Scheme, host and port of the address; never a path or a query. */
  declare readonly origin: string
  /**
   * The platform's code, such as `ECONNREFUSED`, if it gave one; `ERR_STREAM_PREMATURE_CLOSE` for a response without a
   * length whose JSON is truncated.
   */
  declare readonly code: Option<string>

  constructor({
    operation,
    page,
    origin,
    code,
  }: ErrorPlace & { readonly origin: string; readonly code: Option<string> }) {
    const cause = isNone(code) ? 'the connection was lost or refused' : code.value
    const message = `no response from ${origin} (${cause}); check the network and the address`
    super('NetworkError', { operation, page, origin, code }, message)
  }
}
