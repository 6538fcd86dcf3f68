import type { Clock } from '../../clock/Clock.js'
import { isClientError } from '../../error/ClientError.js'
import type { Emit } from '../../event/eventHub.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { type Stage, staged } from './stage.js'

class Told implements Stage {
  private readonly start: number

  constructor(
    request: HttpRequest,
    private readonly clock: Clock,
    private readonly emit: Emit,
  ) {
    this.start = clock.monotonic()
    emit(request, () => ({ _tag: 'Requested', method: request.method, page: request.page }))
  }

  private responded(request: HttpRequest, status: number): void {
    this.emit(request, () => ({ _tag: 'Responded', status, duration: this.clock.monotonic() - this.start }))
  }

  next(response: HttpResponse, request: HttpRequest): HttpResponse {
    this.responded(request, response.status)
    return response
  }

  error(error: unknown, request: HttpRequest): unknown {
    if (isClientError(error) && error._tag === 'StatusError') this.responded(request, error.status)
    return error
  }
}

/** Tells of every attempt that leaves, and of every answer, whatever its status. */
export const events = (clock: Clock, emit: Emit): Policy => staged((request) => new Told(request, clock, emit))
