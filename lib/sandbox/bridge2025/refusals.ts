import { type Answer, json } from '../Answer.js'

/** Statuses of what an operation refuses; the others are refused before an operation begins. */
const ofOperations = [403, 404, 409]

/** A refusal of an operation: a list of errors, as clients of this stage read it. */
export const refused = (status: number, code: string, message: string): Answer =>
  json({ errors: [{ code, message }] }, status)

/** A request with a parameter that is wrong, which is named; documented. */
export const wrongParameter = (property: string, message: string): Answer =>
  json({ code: 'bad_request', message: `${property} ${message}`, property }, 400)

/**
 * A refusal as this stage writes it. One error, as documented, for what no operation was begun for, and a list for what
 * operations refuse: which of the two is where is inferred.
 */
export const inForm = (answer: Answer): Answer => {
  const { refusal, status, headers } = answer
  if (refusal === undefined) return answer
  const error = { code: refusal.code, message: refusal.message }
  return json(ofOperations.includes(status) ? { errors: [error] } : error, status, headers)
}
