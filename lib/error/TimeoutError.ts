import type { Option } from 'fp-ts/lib/Option.js'
import { at, BaseError, type Place } from './BaseError.js'

/**
 * One attempt took longer than `timeout`; its request was aborted.
 *
 * - `operation`, `page`: what was asked.
 * - `timeout`: milliseconds that the attempt was given.
 */
export class TimeoutError extends BaseError implements Place {
  static {
    this.prototype.name = 'TimeoutError'
  }

  readonly _tag = 'TimeoutError'
  readonly operation: string
  readonly page: Option<number>
  readonly timeout: number

  constructor(fields: Place & { readonly timeout: number }) {
    const limit = `${String(fields.timeout)} ms`
    super(`${at(fields)}: no whole answer within ${limit}; check the service or raise timeout`)
    this.operation = fields.operation
    this.page = fields.page
    this.timeout = fields.timeout
  }
}
