import { BaseError } from './BaseError.js'

/**
 * The interface leaves this operation open, and the profile does not fill it in; nothing was sent.
 *
 * - `operation`: what was asked.
 * - `key`: the key of the profile to set, such as `paths.transactionsUpdated`.
 */
export class UnspecifiedOperation extends BaseError {
  static {
    this.prototype.name = 'UnspecifiedOperation'
  }

  readonly _tag = 'UnspecifiedOperation'
  readonly operation: string
  readonly key: string

  constructor(fields: { readonly operation: string; readonly key: string }) {
    super(`${fields.operation}: the profile does not say how; set its ${fields.key}`)
    this.operation = fields.operation
    this.key = fields.key
  }
}
