import type { Subscription } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { arm } from '../../clock/delay.js'
import { TimeoutError } from '../../error/TimeoutError.js'
import type { Policy } from '../Http.js'
import type { HttpResponse } from '../HttpResponse.js'
import { intercept, type Interceptor } from './intercept.js'

/** Clears the timer before the outcome is passed on. */
class Timed implements Interceptor {
  readonly #timer: Subscription

  constructor(timer: Subscription) {
    this.#timer = timer
  }

  next(response: HttpResponse): HttpResponse {
    this.end()
    return response
  }

  error(error: unknown): unknown {
    this.end()
    return error
  }

  end(): void {
    this.#timer.unsubscribe()
  }
}

/** Aborts an attempt whose answer is not complete after `request.timeout` milliseconds. */
export const timeout = (clock: Clock): Policy =>
  intercept(
    (request, fail) => new Timed(arm(clock, request.timeout, () => fail(new TimeoutError(request)))),
  )
