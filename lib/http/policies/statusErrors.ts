import { fromNullable, getOrElse, none } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { StatusError } from '../../base/error/StatusError.js'
import { type ErrorBody, errorBody } from '../../service/model/ErrorBody.js'
import { commonLimitHeaders, type RateLimitHeaders } from '../../service/profile/limitHeaders.js'
import type { Policy } from '../Http.js'
import { lowerCaseNames, refusalWait } from '../limitState.js'
import type { selectResponseHeaders } from '../selectResponseHeaders.js'
import { cutOffFailure, formFailure, isCutOff, isSuccess, mediaType } from '../serviceForm.js'
import { toClientError } from '../toClientError.js'
import { intercept, type Interceptor } from './intercept.js'

/**
 * The failure of a response whose status is not an HTTP status. A status of 0 is valid: browsers report it for a
 * redirect.
 */
const invalidStatus = { code: 'ERR_HTTP_INVALID_STATUS_CODE' } as const
const isStatus = (n: number): boolean => n === 0 || (Number.isInteger(n) && n >= 100 && n <= 599)

/** The result for a body that is not an error body. */
const emptyErrorBody: ErrorBody = { type: none, message: none, codes: [] }

/**
 * Converts a response to a typed error if its status is not a success or not valid, if it was truncated, or if it does
 * not have the form of the service's responses.
 */
export const status = (
  clock: Clock,
  selectHeaders?: ReturnType<typeof selectResponseHeaders>,
  limitHeaders: ReadonlyArray<RateLimitHeaders> = commonLimitHeaders,
  profile?: string,
): Policy => {
  const limitNames = lowerCaseNames(limitHeaders)
  const interceptor: Interceptor = {
    next: (response, request) => {
      if (!isStatus(response.status)) throw toClientError(invalidStatus, request)
      const foreign = formFailure(response, request)
      if (isSuccess(response.status)) {
        // #sabotage: cut-off
        if (foreign !== undefined)
          throw isCutOff(response, request)
            ? toClientError(cutOffFailure, request)
            : new DecodeError({ ...request, reason: foreign, contentType: mediaType(response) })
        return response
      }
      const { type, message, codes } = getOrElse(() => emptyErrorBody)(errorBody(response.body))
      throw new StatusError({
        ...request,
        status: response.status,
        type,
        detail: message,
        retryAfter: refusalWait(response, clock.wall(), limitNames),
        isServiceResponse: foreign === undefined,
        contentType: foreign === undefined ? none : mediaType(response),
        profile: fromNullable(profile),
        codes,
        requestId: fromNullable(request.id),
        responseHeaders: selectHeaders?.(response, request) ?? {},
      })
    },
  }
  return intercept(interceptor)
}
