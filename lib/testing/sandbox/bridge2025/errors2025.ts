import { type Answer, json } from '../SandboxAnswer.js'

/** The statuses of errors of operations. Other errors are answered before an operation runs. */
const ofOperations = [403, 404, 409]

/** An error of an operation: a list of errors, as clients of this stage read it. */
export const refused = (status: number, code: string, message: string): Answer =>
  json({ errors: [{ code, message }] }, status)

/** The error of a request with a wrong parameter, with the parameter's name; documented. */
export const wrongParameter = (property: string, message: string): Answer =>
  json({ code: 'bad_request', message: `${property} ${message}`, property }, 400)

/**
 * An error answer in the format of this stage: one error if no operation has run, as documented, and a list of errors
 * from operations. Which of the two formats is used in which case is inferred.
 */
export const inForm = (answer: Answer): Answer => {
  const { refusal, status, headers } = answer
  if (refusal === undefined) return answer
  const error = { code: refusal.code, message: refusal.message }
  return json(ofOperations.includes(status) ? { errors: [error] } : error, status, headers)
}
