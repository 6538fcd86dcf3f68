import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { BaseError } from './BaseError.js'

/**
 * The stage of the interface that `serviceVersion` names does not have this operation, or this option of it; nothing was
 * sent.
 *
 * - `operation`: what was asked.
 * - `option`: the option that the stage does not have, such as `language`; `None` where it lacks the whole operation.
 * - `version`: the `serviceVersion` in use.
 * - `since`: the first stage that has it: a date for `serviceVersion`, or `beta 3`, which has none.
 */
export class UnsupportedByVersion extends BaseError {
  static {
    this.prototype.name = 'UnsupportedByVersion'
  }

  readonly _tag = 'UnsupportedByVersion'
  readonly operation: string
  readonly option: Option<string>
  readonly version: string
  readonly since: string

  constructor(fields: {
    readonly operation: string
    readonly option: Option<string>
    readonly version: string
    readonly since: string
  }) {
    const { operation, option, version, since } = fields
    const asked = isNone(option) ? operation : `${operation} with ${option.value}`
    const remedy =
      since === 'beta 3' ? `the profile's undatedStage to '${since}'` : `serviceVersion to ${since} or later`
    super(`${asked}: version ${version} does not have it; set ${remedy}`)
    this.operation = operation
    this.option = option
    this.version = version
    this.since = since
  }
}
