import type { AuthenticationError } from './AuthenticationError.js'
import { brand } from './brand.js'
import type { ConfigError } from './ConfigError.js'
import type { DeadlineExceeded } from './DeadlineExceeded.js'
import type { DecodeError } from './DecodeError.js'
import type { NetworkError } from './NetworkError.js'
import type { PagingError } from './PagingError.js'
import type { RequestWithheld } from './RequestWithheld.js'
import type { SecretUnavailable } from './SecretUnavailable.js'
import type { StatusError } from './StatusError.js'
import type { TimeoutError } from './TimeoutError.js'
import type { TokenUnavailable } from './TokenUnavailable.js'
import type { UnspecifiedOperation } from './UnspecifiedOperation.js'
import type { UnsupportedByVersion } from './UnsupportedByVersion.js'

/** Every error of a stream of this library: a closed union on `_tag`; each member is an `Error`. */
export type ClientError =
  | AuthenticationError
  | ConfigError
  | DeadlineExceeded
  | DecodeError
  | NetworkError
  | PagingError
  | RequestWithheld
  | SecretUnavailable
  | StatusError
  | TimeoutError
  | TokenUnavailable
  | UnspecifiedOperation
  | UnsupportedByVersion

/**
 * Whether a value is a {@link ClientError}, also one that another copy of the package has made.
 *
 * @example
 * import { isClientError } from 'rxbank'
 *
 * assert.deepStrictEqual(isClientError(new Error('other')), false)
 */
export const isClientError = (error: unknown): error is ClientError => error instanceof Error && brand in error
