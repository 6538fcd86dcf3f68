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
export class UnsupportedByVersion extends BaseError<UnsupportedByVersion> {
  declare readonly _tag: 'UnsupportedByVersion'
  declare readonly operation: string
  declare readonly option: Option<string>
  declare readonly version: string
  declare readonly since: string

  constructor({
    operation,
    option,
    version,
    since,
  }: {
    readonly operation: string
    readonly option: Option<string>
    readonly version: string
    readonly since: string
  }) {
    const remedy =
      since === 'beta 3' ? `the profile's undatedStage to '${since}'` : `serviceVersion to ${since} or later`
    const message = `version ${version} does not have ${isNone(option) ? 'it' : option.value}; set ${remedy}`
    super('UnsupportedByVersion', { operation, option, version, since }, message)
  }
}
