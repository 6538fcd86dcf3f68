import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import { readBody } from './readBody.js'
import type { Call } from './router.js'
import type { SandboxResponse } from './SandboxResponse.js'

/** The parameters of a request, by name. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * The parameters of a request, from its query or from its JSON body. A GET or DELETE has them in the query; for other
 * methods, the profile decides.
 */
export const readFields = (
  { request, parameters, state }: Call,
  isOptional = false,
): Either<SandboxResponse, Fields> => {
  const isInQuery = request.method === 'GET' || request.method === 'DELETE' || state.profile.parameters === 'query'
  if (isInQuery) return right(Object.fromEntries([...parameters].reverse()))
  return isOptional && request.body === '' ? right({}) : readBody(request)
}

/** Creates an operation that receives the parameters of its request. If they cannot be read, it answers with the error. */
export const withFields =
  (answer: (call: Call, fields: Fields) => SandboxResponse, isOptional = false) =>
  (call: Call): SandboxResponse => {
    const fields = readFields(call, isOptional)
    return isLeft(fields) ? fields.left : answer(call, fields.right)
  }
