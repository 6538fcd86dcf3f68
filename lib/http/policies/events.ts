import type { Clock } from '../../base/clock/Clock.js'
import { isClientError } from '../../base/error/ClientError.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Policy } from '../Http.js'
import type { KeptHeaders, keptHeaders } from '../keptHeaders.js'
import { intercept } from './intercept.js'

/** Emits an event for every attempt that is sent, and for every answer, whatever its status. */
export const events = (clock: Clock, emit: Emit, keep?: ReturnType<typeof keptHeaders>): Policy =>
  intercept((request) => {
    const start = clock.monotonic()
    const identified = request.id === undefined ? {} : { requestId: request.id }
    emit(request, () => ({ _tag: 'Requested', method: request.method, page: request.page, ...identified }))
    const responded = (status: number, headers: () => KeptHeaders | undefined): void => {
      emit(request, () => {
        const kept = headers()
        const duration = clock.monotonic() - start
        return { _tag: 'Responded', status, duration, ...identified, ...(kept && { responseHeaders: kept }) }
      })
    }
    return {
      next: (response) => {
        responded(response.status, () => keep?.(response, request))
        return response
      },
      error: (error) => {
        if (isClientError(error) && error._tag === 'StatusError')
          responded(error.status, () => keep && error.responseHeaders)
        return error
      },
    }
  })
