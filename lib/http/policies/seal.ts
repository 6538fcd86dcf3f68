import { object } from '../../codec/object.js'
import { wrongOption } from '../../error/wrongOption.js'
import type { Policy } from '../Http.js'
import type { HttpResponse } from '../HttpResponse.js'
import { toClientError } from '../toClientError.js'
import { type Stage, staged } from './stage.js'

const isResponse = (u: unknown): u is HttpResponse =>
  object.is(u) && typeof u.status === 'number' && object.is(u.headers) && typeof u.body === 'string'

const stage: Stage = {
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

/** Holds a transport to its contract: it answers with responses, and fails with client errors alone. */
export const seal: Policy = /* @__PURE__ */ staged(stage)
