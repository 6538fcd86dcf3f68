import type { Option } from 'fp-ts/lib/Option.js'
import type { Redacted } from '../Redacted.js'
import { BaseError } from './BaseError.js'

/**
 * The awaited state was reached neither before the deadline nor by the last request, which is sent at the deadline.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class DeadlineExceeded extends BaseError<DeadlineExceeded> {
  declare readonly _tag: 'DeadlineExceeded'
  /** The name of the requested operation, such as `items.refreshStatus`. */
  declare readonly operation: string
  /** The milliseconds from the subscription to the deadline. */
  declare readonly deadline: number
  /** The last state that the service returned, redacted; `None` if there was none. */
  declare readonly last: Option<Redacted<unknown>>

  constructor({
    operation,
    deadline,
    last,
  }: {
    readonly operation: string
    readonly deadline: number
    readonly last: Option<Redacted<unknown>>
  }) {
    const message = `the awaited state was not reached within ${String(deadline)} ms; watch again or raise deadline`
    super('DeadlineExceeded', { operation, deadline, last }, message)
  }
}
