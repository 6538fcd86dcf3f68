import type { Option } from 'fp-ts/lib/Option.js'
import { BaseError, type ErrorPlace } from './BaseError.js'

/**
 * One attempt took longer than `timeout`, and its request was aborted.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class TimeoutError extends BaseError<TimeoutError> implements ErrorPlace {
  declare readonly _tag: 'TimeoutError'
  declare readonly operation: string
  declare readonly page: Option<number>
  /** The time limit of the attempt, in milliseconds. */
  declare readonly timeout: number

  constructor({ operation, page, timeout }: ErrorPlace & { readonly timeout: number }) {
    const message =
      operation === 'fleet.round'
        ? `no batch of rows within ${String(timeout)} ms; check the service and the database, or raise timeout`
        : `no full response within ${String(timeout)} ms; check the service or raise timeout`
    super('TimeoutError', { operation, page, timeout }, message)
  }
}
