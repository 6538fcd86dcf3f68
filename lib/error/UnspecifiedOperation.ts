import { BaseError } from './BaseError.js'

/**
 * The interface leaves this operation open and the profile does not define it; nothing was sent.
 *
 * - `operation`: what was asked.
 * - `key`: the key of the profile to set, such as `paths.transactionsUpdated`.
 */
export class UnspecifiedOperation extends BaseError<UnspecifiedOperation> {
  declare readonly _tag: 'UnspecifiedOperation'
  declare readonly operation: string
  declare readonly key: string

  constructor({ operation, key }: { readonly operation: string; readonly key: string }) {
    super('UnspecifiedOperation', { operation, key }, `the profile does not say how; set its ${key}`)
  }
}
