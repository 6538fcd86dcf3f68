import { isClientError } from '../../base/error/ClientError.js'

/** The attribute `error.type`: the status of a response, or the tag of a client error. */
export const errorType = (error: unknown): string => {
  if (!isClientError(error)) return '_OTHER'
  return error._tag === 'StatusError' || error._tag === 'AuthenticationError' ? String(error.status) : error._tag
}
