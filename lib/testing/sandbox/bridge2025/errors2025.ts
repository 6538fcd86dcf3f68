import { json, type SandboxResponse } from '../SandboxResponse.js'

/** The error statuses that operations answer. All other errors occur before an operation runs. */
const operationStatuses = [403, 404, 409]

/** An error of an operation: a list of errors, as clients of this API version read it. */
export const operationError = (status: number, code: string, message: string): SandboxResponse =>
  json({ errors: [{ code, message }] }, status)

/** The error of a request with a wrong parameter, with the parameter's name; documented. */
export const parameterError = (property: string, message: string): SandboxResponse =>
  json({ code: 'bad_request', message: `${property} ${message}`, property }, 400)

/**
 * An error response in the format of this API version: one error if no operation has run, as documented, and a list of
 * errors from operations. Which of the two formats is used in which case is inferred.
 */
export const formatError = (answer: SandboxResponse): SandboxResponse => {
  const { errorDetails, status, headers } = answer
  if (errorDetails === undefined) return answer
  const error = { code: errorDetails.code, message: errorDetails.message }
  return json(operationStatuses.includes(status) ? { errors: [error] } : error, status, headers)
}
