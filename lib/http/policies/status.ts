import { chain } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../clock/Clock.js'
import { StatusError } from '../../error/StatusError.js'
import { type ErrorBody, errorBody } from '../../model/ErrorBody.js'
import type { Policy } from '../Http.js'
import { cutOff, isCutOff } from '../cutOff.js'
import { retryAfter } from '../retryAfter.js'
import { toClientError } from '../toClientError.js'
import { type Stage, staged } from './stage.js'

/** Makes a typed error of every answer whose status is not a success, and of one that is, and was cut off. */
export const status = (clock: Clock): Policy => {
  const stage: Stage = {
    next: (response, request) => {
      if (response.status >= 200 && response.status < 300) {
        if (isCutOff(response, request)) throw toClientError(cutOff, request)
        return response
      }
      const body = errorBody(response.body)
      throw new StatusError({
        ...request,
        status: response.status,
        type: chain((error: ErrorBody) => error.type)(body),
        detail: chain((error: ErrorBody) => error.message)(body),
        retryAfter: retryAfter(response, clock.wall()),
      })
    },
  }
  return staged(stage)
}
