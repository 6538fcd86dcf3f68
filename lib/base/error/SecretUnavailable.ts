import type { Option } from 'fp-ts/lib/Option.js'
import type { Redacted } from '../Redacted.js'
import { BaseError, type ErrorPlace } from './BaseError.js'

/** Why there is no secret. */
export type SecretReason = 'failed' | 'timeout'

/** @internal What each reason means, and what to do about it. */
export const secretReasons: Record<SecretReason, string> = {
  failed: 'the function threw, or its Promise or Observable failed; `thrown` has the error',
  timeout: 'the function did not return a secret in time',
}

/**
 * The function in `clientSecret` returned no secret, so the request was not sent. The error is transient.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class SecretUnavailable extends BaseError<SecretUnavailable> implements ErrorPlace {
  declare readonly _tag: 'SecretUnavailable'
  declare readonly operation: string
  declare readonly page: Option<number>
  /** `failed` if the function failed, `timeout` if it did not return in time. */
  declare readonly reason: SecretReason
  /** The error of the function, redacted, because it may contain anything. */
  declare readonly thrown: Option<Redacted<unknown>>

  constructor({ operation, page, reason, thrown }: ErrorPlace & Pick<SecretUnavailable, 'reason' | 'thrown'>) {
    super('SecretUnavailable', { operation, page, reason, thrown }, `no clientSecret: ${secretReasons[reason]}`)
  }
}
