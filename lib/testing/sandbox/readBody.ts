import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { badRequest, failure, type SandboxResponse } from './SandboxResponse.js'
import type { WireRequest } from './WireRequest.js'

/**
 * The fields of a request's JSON body; 415 for another content type, 422 for invalid JSON, 400 for JSON that is not an
 * object.
 */
export const readBody = ({
  headers,
  body,
}: WireRequest): Either<SandboxResponse, Readonly<Record<string, unknown>>> => {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    return left(failure(415, 'unsupported_media_type', 'The body must be JSON, and Content-Type application/json'))
  }
  const parsed = parseJson(body)
  if (isLeft(parsed)) return left(failure(422, 'invalid_json', 'The body is not valid JSON'))
  return object.is(parsed.right) ? right(parsed.right) : left(badRequest('The body must be a JSON object'))
}

/** Whether a value is a text that equals `b`. */
export const isSame = (a: unknown, b: string | null): boolean => typeof a === 'string' && a === b
