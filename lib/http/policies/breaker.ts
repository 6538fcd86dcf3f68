import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { isForeignResponse } from '../../base/error/foreignResponse.js'
import { isTransient } from '../../base/error/isTransient.js'
import { RequestNotSent } from '../../base/error/RequestNotSent.js'
import type { CircuitState } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import { type BackoffConfig, equalJitter } from '../backoff.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { intercept, type Interceptor } from './intercept.js'

/** The circuit opens after this many failures within `failureWindow` milliseconds, without a response between them. */
const failuresToOpen = 20
const failureWindow = 10_000
const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }

const isFailure = (error: unknown): error is ClientError =>
  isTransient(error) && (error._tag !== 'StatusError' || error.status >= 500 || isForeignResponse(error))

/**
 * A circuit breaker. The circuit opens after 20 failures within 10 seconds without a response between them. Failures
 * are network errors, timeouts, 5xx, and responses that are not from the service.
 *
 * While the circuit is open, requests are not sent: they error with a `RequestNotSent`. Its `retryAfter` is the wait
 * before another attempt. It is random, so that not all of these requests come back at the same time. After a second,
 * doubling up to a minute, the next request is sent as a probe. Any response to it closes the circuit.
 */
export const breaker = (clock: Clock, random: () => number, emit: Emit): Policy => {
  let state: CircuitState = 'closed'
  /** The times of the failures since the last response, within `failureWindow`. */
  let failures: ReadonlyArray<number> = []
  let probes = 0
  let openings = 0
  let wait = 0
  let openUntil = -Infinity

  const setState = (request: HttpRequest, newState: CircuitState, error: Option<ClientError> = none): void => {
    state = newState
    const delay = newState === 'open' ? some(Math.max(openUntil - clock.monotonic(), 0)) : none
    emit(request, () => ({ _tag: 'CircuitChanged', state: newState, error, delay }))
  }

  const recordResponse = (request: HttpRequest): void => {
    failures = []
    openings = 0
    if (state !== 'closed') setState(request, 'closed')
  }

  const interceptorOf = (probe: number): Interceptor => {
    /** Whether this attempt is the latest probe. The outcome of an earlier one is ignored. */
    const isLatestProbe = (): boolean => state === 'half-open' && probe === probes

    const recordFailure = (request: HttpRequest, error: ClientError): void => {
      const now = clock.monotonic()
      if (state === 'closed') {
        failures = [...failures.filter((moment) => now - moment <= failureWindow), now]
        if (failures.length < failuresToOpen) return
      } else if (!isLatestProbe()) return
      wait = equalJitter(backoff, openings++, random)
      openUntil = now + wait
      setState(request, 'open', some(error))
    }

    return {
      next: (response, request) => {
        recordResponse(request)
        return response
      },
      error: (error, request) => {
        if (isFailure(error)) recordFailure(request, error)
        else recordResponse(request)
        return error
      },
      end: (request) => {
        if (isLatestProbe()) setState(request, 'open')
      },
    }
  }

  const closedInterceptor = interceptorOf(0)

  return intercept((request) => {
    if (state === 'closed') return closedInterceptor
    const remaining = Math.max(openUntil - clock.monotonic(), 0)
    if (state === 'half-open' || remaining > 0)
      throw new RequestNotSent({ ...request, reason: 'circuit', retryAfter: some(remaining + (random() * wait) / 2) })
    const probe = interceptorOf(++probes)
    setState(request, 'half-open')
    return probe
  })
}
