import type { Option } from 'fp-ts/lib/Option.js'
import type { Redacted } from '../model/Redacted.js'
import { BaseError } from './BaseError.js'

/**
 * What was watched did not end before the deadline, though it was asked once more at its end.
 *
 * - `operation`: what was asked.
 * - `deadline`: milliseconds that the watch was given.
 * - `last`: the last state that came, redacted, if any came.
 */
export class DeadlineExceeded extends BaseError {
  static {
    this.prototype.name = 'DeadlineExceeded'
  }

  readonly _tag = 'DeadlineExceeded'
  readonly operation: string
  readonly deadline: number
  readonly last: Option<Redacted<unknown>>

  constructor(fields: {
    readonly operation: string
    readonly deadline: number
    readonly last: Option<Redacted<unknown>>
  }) {
    super(`${fields.operation}: not ended within ${String(fields.deadline)} ms; watch again or raise deadline`)
    this.operation = fields.operation
    this.deadline = fields.deadline
    this.last = fields.last
  }
}
