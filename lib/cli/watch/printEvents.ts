import { concatMap, defer, finalize, type MonoTypeOperatorFunction, type Observable } from 'rxjs'
import type { ClientError } from '../../base/error/ClientError.js'
import type { CircuitChanged, ClientEvent } from '../../base/event/ClientEvent.js'
import type { Client } from '../../client/Client.js'
import { coolDownEnd, coolDownText } from '../coolDownText.js'
import { clockTime, duration, printable } from '../formatText.js'
import { errorAdvice, notSentText } from '../reportError.js'
import { createWaitText } from '../service/waitText.js'

const reason = (error: ClientError): string => {
  switch (error._tag) {
    case 'StatusError':
      return error.isServiceResponse ? String(error.status) : errorAdvice(error)
    case 'AuthenticationError':
      return String(error.status)
    case 'NetworkError':
      return `no response (${error.code._tag === 'Some' ? error.code.value : 'the connection was lost'})`
    case 'TimeoutError':
      return `no complete answer within ${duration(error.timeout)}`
    case 'RequestNotSent':
      return notSentText(error)
    default:
      return errorAdvice(error)
  }
}

const restartReason = (error: ClientError): string =>
  error._tag === 'ConfigError'
    ? "the start time is ahead of the service's clock"
    : `a page no longer exists (${reason(error)})`

const circuit = ({ state, error, delay }: CircuitChanged): string | undefined => {
  if (state === 'closed') return 'the service responds again'
  if (error._tag === 'None' || delay._tag === 'None') return undefined
  return `the service keeps failing (${reason(error.value)}); nothing is sent for ${duration(delay.value)}, then one request`
}

/** Describes an event of a failure and what the client does about it; `undefined` for any other event. */
const describeFailure = (event: ClientEvent): string | undefined => {
  const withRetry = (error: ClientError, delay: number): string => `${reason(error)}; retry in ${duration(delay)}`
  switch (event._tag) {
    case 'Retried':
      return `${event.operation}: ${withRetry(event.error, event.delay)}`
    case 'Polled':
      return event.error._tag === 'Some'
        ? `${event.operation}: ${withRetry(event.error.value, event.delay)}`
        : undefined
    case 'TokenFailed':
      return event.delay._tag === 'Some' ? `no token: ${withRetry(event.error, event.delay.value)}` : undefined
    case 'Restarted':
      return `${event.operation}: ${restartReason(event.error)}; the round restarts`
    case 'UserReplaced':
      return `${event.operation}: the user was deleted and created again; everything is read again`
    case 'BudgetChanged':
      return `too many requests; ${coolDownText(event)}`
    case 'CircuitChanged':
      return circuit(event)
    default:
      return undefined
  }
}

/**
 * The events of a client as lines of text: each failure, each wait of more than a second for a limit, and the first
 * success at the start or after a failure. They contain no secrets, because events have none.
 */
export const eventLines = (events$: Observable<ClientEvent>): Observable<string> =>
  defer(() => {
    let isHealthy = false
    let lastCoolDown = 0
    const isRepeatedCoolDown = (event: ClientEvent): boolean =>
      event._tag === 'BudgetChanged' && lastCoolDown === (lastCoolDown = coolDownEnd(lastCoolDown, event))
    const waitText = createWaitText()
    const linesOf = (event: ClientEvent): ReadonlyArray<string> => {
      if (event._tag === 'BudgetChanged' && event.coolDown === 0) {
        const wait = waitText(event)
        return wait === undefined ? [] : [wait]
      }
      if (isRepeatedCoolDown(event)) return []
      const text = describeFailure(event)
      if (text !== undefined) {
        isHealthy = false
        return [text]
      }
      if (event._tag !== 'Polled' || isHealthy) return []
      isHealthy = true
      return [`${event.operation}: everything works; the next round is in ${duration(event.delay)}`]
    }
    return events$.pipe(
      concatMap((event) => linesOf(event).map((text) => `${clockTime(event.time)} ${printable(text)}`)),
    )
  })

/** Writes the events of the client to stderr while the source runs, unless `isQuiet`. */
export const printEvents =
  <A>({ events$ }: Client, isQuiet: boolean): MonoTypeOperatorFunction<A> =>
  (source) =>
    defer(() => {
      if (isQuiet) return source
      const subscription = eventLines(events$).subscribe((line) => process.stderr.write(`${line}\n`))
      return source.pipe(finalize(() => subscription.unsubscribe()))
    })
