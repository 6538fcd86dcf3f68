import { isClientError } from '../../base/error/ClientError.js'

/** The part of an error that may be shown: its tag and its status. Shows nothing of errors that are not a `ClientError`. */
export const errorName = (error: unknown): string => {
  if (!isClientError(error)) return 'an error that is not a ClientError'
  return 'status' in error ? `${error._tag} ${String(error.status)}` : error._tag
}
