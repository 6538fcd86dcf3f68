import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../error/ClientError.js'
import { NetworkError } from '../error/NetworkError.js'
import type { HttpRequest } from './HttpRequest.js'

interface Failure {
  readonly code?: unknown
  readonly cause?: Failure | null
}

/** The platform's code for a failure, if it is one word of capitals: never a message, which may hold the URL. */
const codeOf = (failure: Failure | null | undefined): Option<string> => {
  const code = failure?.code ?? failure?.cause?.code
  return typeof code === 'string' && /^[A-Z0-9_]{1,48}$/.test(code) ? some(code) : none
}

/** What a transport failed with, as a client error: whatever it is not one of is a `NetworkError`. */
export const toClientError = (error: unknown, request: HttpRequest): ClientError =>
  isClientError(error)
    ? error
    : new NetworkError({ ...request, origin: new URL(request.url).origin, code: codeOf(error as Failure) })
