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
export class DeadlineExceeded extends BaseError<DeadlineExceeded> {
  declare readonly _tag: 'DeadlineExceeded'
  declare readonly operation: string
  declare readonly deadline: number
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
    const message = `not ended within ${String(deadline)} ms; watch again or raise deadline`
    super('DeadlineExceeded', { operation, deadline, last }, message)
  }
}
