import { isClientError } from '../../base/error/ClientError.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'

/** What earlier events have reported about the failure that an event reports or ends. */
export interface FailureContext {
  /** Whether an earlier event has reported the failure or its cause. */
  readonly isRepeated: boolean
  /** The milliseconds since the first failure, if the event ends an outage. */
  readonly outageMs?: number
}

/** What fails: a watcher, by its number; the authentications; or all requests, while the circuit is not closed. */
type Source = number | 'authenticate' | 'circuit'

/** The source of an event, and whether it fails after the event. */
const sourceState = (event: ClientEvent): readonly [source: Source, isFailing: boolean] | undefined => {
  switch (event._tag) {
    case 'Polled':
      return [event.watcher, event.error._tag === 'Some']
    case 'WatcherEnded':
      return [event.watcher, false]
    case 'TokenFailed':
      return ['authenticate', event.delay._tag === 'Some']
    case 'TokenRenewed':
      return ['authenticate', false]
    case 'CircuitChanged':
      return ['circuit', event.state !== 'closed']
    default:
      return undefined
  }
}

const selectError = (event: ClientEvent): Error | undefined => {
  if (event._tag === 'Retried' || event._tag === 'WatcherEnded') return event.error
  return event._tag === 'Polled' && event.error._tag === 'Some' ? event.error.value : undefined
}

/** Creates a function that distinguishes repeated failures from new ones, and measures outages. It has state. */
export const trackFailures = (): ((event: ClientEvent) => FailureContext) => {
  const failingSince = new Map<Source, number>()
  let lastRefusal: string | undefined

  /** Whether another event has reported the cause of an error. For a 429 it is the event of its cool-down. */
  const isReported = (error: Error | undefined): boolean => {
    if (!isClientError(error)) return false
    switch (error._tag) {
      case 'AuthenticationError':
        return error.message === lastRefusal
      case 'StatusError':
        return error.status === 429
      case 'TokenUnavailable':
        return failingSince.has('authenticate')
      case 'RequestNotSent':
        return error.reason === 'circuit' && failingSince.has('circuit')
      default:
        return false
    }
  }

  return (event) => {
    if (event._tag === 'TokenFailed' && event.delay._tag === 'None') lastRefusal = event.error.message
    const isRetry = event._tag === 'Retried' && event.attempt > 1
    const isRepeated = isRetry || isReported(selectError(event))
    const state = sourceState(event)
    if (state === undefined) return { isRepeated }

    const [source, isFailing] = state
    const since = failingSince.get(source)
    if (isFailing) {
      failingSince.set(source, since ?? event.time.getTime())
      return { isRepeated: isRepeated || since !== undefined }
    }
    failingSince.delete(source)
    return { isRepeated, ...(since !== undefined && { outageMs: event.time.getTime() - since }) }
  }
}
