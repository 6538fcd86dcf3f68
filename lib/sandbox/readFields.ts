import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type { Answer } from './Answer.js'
import type { Call } from './Call.js'
import { readBody } from './readBody.js'

/** What a request says beside its path. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * The parameters of a request: those of its query, or else of its JSON body. A GET and a DELETE have no body; of the others
 * the profile says where they are.
 */
export const readFields = ({ request, parameters, state }: Call, isOptional = false): Either<Answer, Fields> => {
  const isInQuery = request.method === 'GET' || request.method === 'DELETE' || state.profile.parameters === 'query'
  if (isInQuery) return right(Object.fromEntries([...parameters].reverse()))
  return isOptional && request.body === '' ? right({}) : readBody(request)
}

/** What an operation answers to the fields of its request, where it has those. */
export const withFields =
  (answer: (call: Call, fields: Fields) => Answer, isOptional = false) =>
  (call: Call): Answer => {
    const fields = readFields(call, isOptional)
    return isLeft(fields) ? fields.left : answer(call, fields.right)
  }
