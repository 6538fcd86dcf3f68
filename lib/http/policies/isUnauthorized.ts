import { isServiceStatus } from '../../error/foreignAnswer.js'
import type { StatusError } from '../../error/StatusError.js'

/** Whether the service answered with a 401. */
export const isUnauthorized = (error: unknown): error is StatusError => isServiceStatus(error, 401)
