import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { at, BaseError, type Place } from './BaseError.js'

/**
 * Nothing, or not all of an answer, came back: the host is unreachable, or the connection was lost.
 *
 * - `operation`, `page`: what was asked.
 * - `origin`: scheme, host and port that were asked; never a path or a query.
 * - `code`: the platform's code, such as `ECONNREFUSED`, where it gave one.
 *
 * It passes: safe requests are tried again, watchers wait and go on.
 */
export class NetworkError extends BaseError implements Place {
  static {
    this.prototype.name = 'NetworkError'
  }

  readonly _tag = 'NetworkError'
  readonly operation: string
  readonly page: Option<number>
  readonly origin: string
  readonly code: Option<string>

  constructor(fields: Place & { readonly origin: string; readonly code: Option<string> }) {
    const code = isNone(fields.code) ? 'the connection was lost or refused' : fields.code.value
    super(`${at(fields)}: no answer from ${fields.origin} (${code}); check the network and baseUrl`)
    this.operation = fields.operation
    this.page = fields.page
    this.origin = fields.origin
    this.code = fields.code
  }
}
