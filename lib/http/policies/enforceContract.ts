import { object } from '../../base/codec/object.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { Policy } from '../Http.js'
import type { HttpResponse } from '../HttpResponse.js'
import { toClientError } from '../toClientError.js'
import { intercept, type Interceptor } from './intercept.js'

const isResponse = (u: unknown): u is HttpResponse =>
  object.is(u) && typeof u.status === 'number' && object.is(u.headers) && typeof u.body === 'string'

const interceptor: Interceptor = {
  next: (response, request) => {
    try {
      if (isResponse(response)) return response
    } catch (error) {
      throw toClientError(error, request)
    }
    throw wrongOption('/http', 'to emit { status, headers, body: text }')
  },
  error: toClientError,
}

/**
 * Enforces the contract of a transport: a value that is not a response is an error, and every error becomes a
 * `ClientError`.
 */
// #sabotage: abort
export const enforceContract: Policy = /* @__PURE__ */ intercept(interceptor)
