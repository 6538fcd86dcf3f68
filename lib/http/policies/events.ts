import type { Clock } from '../../base/clock/Clock.js'
import { isClientError } from '../../base/error/ClientError.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Policy } from '../Http.js'
import type { ResponseHeaders, selectResponseHeaders } from '../selectResponseHeaders.js'
import { intercept } from './intercept.js'

/** Emits an event for every attempt that is sent, and for every response, whatever its status. */
export const events = (clock: Clock, emit: Emit, selectHeaders?: ReturnType<typeof selectResponseHeaders>): Policy =>
  intercept((request) => {
    const start = clock.monotonic()
    const requestId = request.id === undefined ? {} : { requestId: request.id }
    emit(request, () => ({ _tag: 'Requested', method: request.method, page: request.page, ...requestId }))
    const emitResponded = (status: number, headers: () => ResponseHeaders | undefined): void => {
      emit(request, () => {
        const responseHeaders = headers()
        const duration = clock.monotonic() - start
        return { _tag: 'Responded', status, duration, ...requestId, ...(responseHeaders && { responseHeaders }) }
      })
    }
    return {
      next: (response) => {
        emitResponded(response.status, () => selectHeaders?.(response, request))
        return response
      },
      error: (error) => {
        if (isClientError(error) && error._tag === 'StatusError')
          emitResponded(error.status, () => selectHeaders && error.responseHeaders)
        return error
      },
    }
  })
