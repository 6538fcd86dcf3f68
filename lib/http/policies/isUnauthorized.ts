import { isClientError } from '../../error/ClientError.js'

/** Whether the service answered with a 401. */
export const isUnauthorized = (error: unknown): boolean =>
  isClientError(error) && error._tag === 'StatusError' && error.status === 401
