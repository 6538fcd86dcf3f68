import { isServiceStatus } from '../../base/error/foreignResponse.js'
import type { StatusError } from '../../base/error/StatusError.js'

/** Whether the service answered with a 401. */
export const isUnauthorized = (error: unknown): error is StatusError => isServiceStatus(error, 401)
