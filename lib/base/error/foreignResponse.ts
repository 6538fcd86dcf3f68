import { isClientError } from './ClientError.js'
import { isTransientStatus, type StatusError } from './StatusError.js'

/**
 * Errors of earlier versions of the package lack `isServiceResponse` and count as from the service. A 407 is always
 * from a proxy.
 */
const isOfService = ({ isServiceResponse, status }: Partial<StatusError>): boolean =>
  isServiceResponse !== false && status !== 407

/**
 * Whether a response was not from the service: it does not have the form that `formFailure` checks, and its status is
 * not transient by itself.
 */
export const isForeignResponse = (error: unknown): boolean => {
  if (!isClientError(error)) return false
  if (error._tag === 'DecodeError') return error.reason === 'empty' || error.reason === 'not-json'
  return error._tag === 'StatusError' && !isOfService(error) && !isTransientStatus(error.status)
}

/**
 * Whether the service itself responded with one of these statuses. A status from a proxy or a firewall does not count.
 */
export const isServiceStatus = (error: unknown, ...statuses: ReadonlyArray<number>): error is StatusError =>
  isClientError(error) && error._tag === 'StatusError' && isOfService(error) && statuses.includes(error.status)
