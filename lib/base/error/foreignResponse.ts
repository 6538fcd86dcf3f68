import { isClientError } from './ClientError.js'
import { isTransientStatus, type StatusError } from './StatusError.js'

/**
 * Errors of earlier versions of the package lack `isServiceResponse` and count as the service's. A 407 is always a
 * proxy's.
 */
const isOfService = ({ isServiceResponse, status }: Partial<StatusError>): boolean =>
  isServiceResponse !== false && status !== 407

/**
 * Whether a response was not the service's: it does not have the form of the service's responses, which `formFailure`
 * checks, and its status is not transient by itself.
 */
export const isForeignResponse = (error: unknown): boolean => {
  if (!isClientError(error)) return false
  if (error._tag === 'DecodeError') return error.reason === 'empty' || error.reason === 'not-json'
  return error._tag === 'StatusError' && !isOfService(error) && !isTransientStatus(error.status)
}

/**
 * Whether the service itself answered with one of these statuses. A status that a proxy or a firewall gave does not
 * count.
 */
export const isServiceStatus = (error: unknown, ...statuses: ReadonlyArray<number>): error is StatusError =>
  isClientError(error) && error._tag === 'StatusError' && isOfService(error) && statuses.includes(error.status)
