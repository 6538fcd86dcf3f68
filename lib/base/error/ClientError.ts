import type { AuthenticationError } from './AuthenticationError.js'
import { brand } from './brand.js'
import type { ConfigError } from './ConfigError.js'
import type { DeadlineExceeded } from './DeadlineExceeded.js'
import type { DecodeError } from './DecodeError.js'
import type { NetworkError } from './NetworkError.js'
import type { PagingError } from './PagingError.js'
import type { RequestNotSent } from './RequestNotSent.js'
import type { SecretUnavailable } from './SecretUnavailable.js'
import type { StatusError } from './StatusError.js'
import type { TimeoutError } from './TimeoutError.js'
import type { TokenUnavailable } from './TokenUnavailable.js'
import type { UnspecifiedOperation } from './UnspecifiedOperation.js'
import type { UnsupportedByVersion } from './UnsupportedByVersion.js'

/** The errors of all streams of this library: a union that `_tag` discriminates; each member is an `Error`. */
export type ClientError =
  | AuthenticationError
  | ConfigError
  | DeadlineExceeded
  | DecodeError
  | NetworkError
  | PagingError
  | RequestNotSent
  | SecretUnavailable
  | StatusError
  | TimeoutError
  | TokenUnavailable
  | UnspecifiedOperation
  | UnsupportedByVersion

/**
 * Whether a value is a {@link ClientError} of this or another copy of the package.
 *
 * @example
 * import { isClientError } from 'rxbank'
 *
 * assert.deepStrictEqual(isClientError(new Error('other')), false)
 */
export const isClientError = (error: unknown): error is ClientError => error instanceof Error && brand in error
