import { BaseError } from './BaseError.js'

/**
 * The stage of the interface that `serviceVersion` names does not have this operation; nothing was sent.
 *
 * - `operation`: what was asked.
 * - `version`: the `serviceVersion` in use.
 * - `since`: the first version that has it.
 */
export class UnsupportedByVersion extends BaseError {
  static {
    this.prototype.name = 'UnsupportedByVersion'
  }

  readonly _tag = 'UnsupportedByVersion'
  readonly operation: string
  readonly version: string
  readonly since: string

  constructor(fields: { readonly operation: string; readonly version: string; readonly since: string }) {
    const { operation, version, since } = fields
    super(`${operation}: version ${version} does not have it; set serviceVersion to ${since}`)
    this.operation = operation
    this.version = version
    this.since = since
  }
}
