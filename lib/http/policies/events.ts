import type { Clock } from '../../clock/Clock.js'
import { isClientError } from '../../error/ClientError.js'
import type { Emit } from '../../event/eventHub.js'
import type { Policy } from '../Http.js'
import { intercept } from './intercept.js'

/** Emits an event for every attempt that is sent, and for every answer, whatever its status. */
export const events = (clock: Clock, emit: Emit): Policy =>
  intercept((request) => {
    const start = clock.monotonic()
    emit(request, () => ({ _tag: 'Requested', method: request.method, page: request.page }))
    const responded = (status: number): void => {
      emit(request, () => ({ _tag: 'Responded', status, duration: clock.monotonic() - start }))
    }
    return {
      next: (response) => {
        responded(response.status)
        return response
      },
      error: (error) => {
        if (isClientError(error) && error._tag === 'StatusError') responded(error.status)
        return error
      },
    }
  })
