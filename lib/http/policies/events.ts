import type { Clock } from '../../clock/Clock.js'
import { isClientError } from '../../error/ClientError.js'
import type { ClientEventBody } from '../../event/ClientEvent.js'
import type { Emit } from '../../event/eventHub.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import type { KeptHeaders, keptHeaders } from '../keptHeaders.js'
import { intercept, type Interceptor } from './intercept.js'

/** Emits an event for every attempt that is sent, and for every answer, whatever its status. */
export const events = (clock: Clock, emit: Emit, keep?: ReturnType<typeof keptHeaders>): Policy => {
  const identified = ({ id }: HttpRequest) => (id === undefined ? {} : { requestId: id })

  class Attempt implements Interceptor {
    readonly #start = clock.monotonic()

    #responded(request: HttpRequest, status: number, kept: KeptHeaders | undefined): ClientEventBody {
      const duration = clock.monotonic() - this.#start
      return { _tag: 'Responded', status, duration, ...identified(request), ...(kept && { responseHeaders: kept }) }
    }

    next(response: HttpResponse, request: HttpRequest): HttpResponse {
      emit(request, () => this.#responded(request, response.status, keep?.(response, request)))
      return response
    }

    error(error: unknown, request: HttpRequest): unknown {
      if (isClientError(error) && error._tag === 'StatusError')
        emit(request, () => this.#responded(request, error.status, keep && error.responseHeaders))
      return error
    }
  }

  return intercept((request) => {
    const attempt = new Attempt()
    emit(request, () => ({ _tag: 'Requested', method: request.method, page: request.page, ...identified(request) }))
    return attempt
  })
}
