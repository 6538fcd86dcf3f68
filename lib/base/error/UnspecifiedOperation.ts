import { BaseError } from './BaseError.js'

/**
 * The interface leaves this operation open and the profile does not define it; no request was sent.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class UnspecifiedOperation extends BaseError<UnspecifiedOperation> {
  declare readonly _tag: 'UnspecifiedOperation'
  /** The name of the requested operation. */
  declare readonly operation: string
  /** The key of the profile to set, such as `paths.transactionsUpdated`. */
  declare readonly key: string

  constructor({ operation, key }: { readonly operation: string; readonly key: string }) {
    super('UnspecifiedOperation', { operation, key }, `the profile does not define it; set ${key} of the profile`)
  }
}
