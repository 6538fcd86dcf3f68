import { isNone, isSome, none, type Option } from 'fp-ts/lib/Option.js'
import { BaseError } from './BaseError.js'

/**
 * The API version in `serviceVersion` does not have this operation or option yet, or no longer. No request was sent.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class UnsupportedByVersion extends BaseError<UnsupportedByVersion> {
  declare readonly _tag: 'UnsupportedByVersion'
  /** The name of the requested operation. */
  declare readonly operation: string
  /** The option that the API version does not have, such as `language`; `None` if it lacks the operation itself. */
  declare readonly option: Option<string>
  /** The `serviceVersion` in use. */
  declare readonly version: string
  /**
   * The first API version that has the operation or option: a date for `serviceVersion`, or the name of a beta, which
   * has no date.
   */
  declare readonly since: string
  /** The first API version that no longer has it, if it was removed; `None` if the API version in use is too early. */
  declare readonly until: Option<string>

  constructor({
    operation,
    option,
    version,
    since,
    until = none,
  }: {
    readonly operation: string
    readonly option: Option<string>
    readonly version: string
    readonly since: string
    readonly until?: Option<string>
  }) {
    const what = isNone(option) ? 'it' : option.value
    const message = isSome(until)
      ? `version ${version} no longer has ${what}: it was removed in ${until.value}; ` +
        `set serviceVersion to an earlier date`
      : `version ${version} does not have ${what}; set ` +
        (since === 'beta 3' ? `the profile's undatedApiVersion to '${since}'` : `serviceVersion to ${since} or later`)
    super('UnsupportedByVersion', { operation, option, version, since, until }, message)
  }
}
