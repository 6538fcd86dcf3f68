import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { Call } from './router.js'
import { badRequest, failure, type SandboxResponse } from './SandboxResponse.js'
import type { WireRequest } from './WireRequest.js'

/**
 * The fields of a request's JSON body; 415 for another content type, 422 for invalid JSON, 400 for JSON that is not an
 * object.
 */
const readBody = ({ headers, body }: WireRequest): Either<SandboxResponse, Readonly<Record<string, unknown>>> => {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    return left(failure(415, 'unsupported_media_type', 'The body must be JSON, and Content-Type application/json'))
  }
  const parsed = parseJson(body)
  if (isLeft(parsed)) return left(failure(422, 'invalid_json', 'The body is not valid JSON'))
  return object.is(parsed.right) ? right(parsed.right) : left(badRequest('The body must be a JSON object'))
}

/** Whether a value is a text that equals `b`. */
export const isSame = (a: unknown, b: string | null): boolean => typeof a === 'string' && a === b

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
