import { isServiceStatus } from './foreignResponse.js'

/**
 * Whether the service itself answered that a resource is in use now: with 409 or 423, to a request that is safe to send
 * again. Such an answer is about one resource, and a later attempt may succeed. For other requests 409 and 423 are
 * refusals.
 */
export const isBusy = (error: unknown): boolean => isServiceStatus(error, 409, 423) && error.safe
