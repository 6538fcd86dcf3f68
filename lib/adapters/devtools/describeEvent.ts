import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { isClientError } from '../../base/error/ClientError.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import { errorName } from './errorName.js'
import { formatDuration } from './formatDuration.js'
import type { InspectedMark } from './Inspection.js'

/** A mark, and the lane that it belongs to. */
export type EventMark = Omit<InspectedMark, 'number' | 'time'> & { readonly lane: string }

/** A 429 asks for fewer requests; it is not a failure of the service. */
const failureKind = (error: unknown): 'limited' | 'failure' =>
  isClientError(error) && 'status' in error && error.status === 429 ? 'limited' : 'failure'

const circuitKinds = { closed: 'good', open: 'failure', 'half-open': 'warning' } as const

/** The lane, the kind and the text of the mark for an event; `undefined` for events without a mark. */
const markFields = (event: ClientEvent): readonly [string, EventMark['kind'], string] | undefined => {
  switch (event._tag) {
    case 'TokenFailed':
      return ['Tokens', failureKind(event.error), `authentication failed: ${errorName(event.error)}`]
    case 'TokenStoreFailed':
      return ['Tokens', 'warning', `the token store failed: ${event.action}, ${event.reason}`]
    case 'Polled':
      return isSome(event.error)
        ? [
            'Polls',
            failureKind(event.error.value),
            `watcher ${String(event.watcher)}: ${errorName(event.error.value)}, next attempt in ${formatDuration(event.delay)}`,
          ]
        : [
            'Polls',
            'good',
            `watcher ${String(event.watcher)}: a round has ended; the next starts in ${formatDuration(event.delay)}`,
          ]
    case 'Restarted':
      return ['Polls', 'warning', `the round restarts: ${errorName(event.error)}`]
    case 'UserReplaced':
      return ['Tokens', 'warning', 'the user was deleted and created again']
    case 'RowRejected':
      return [
        'Rows',
        'failure',
        `a row was rejected: ${String(event.issues.length)} ${event.issues.length === 1 ? 'issue' : 'issues'}`,
      ]
    case 'RowsReverted':
      return [
        'Rows',
        'warning',
        `older versions of rows arrived: ${String(event.emitted)} emitted, ${String(event.dropped)} dropped`,
      ]
    case 'InexactAmount':
      return ['Rows', 'warning', `rows without an exact amount: ${String(event.count)}`]
    case 'FieldMismatch':
      return ['Rows', 'warning', 'a field has an unexpected type']
    case 'BudgetChanged':
      return [
        'Budget',
        event.coolDown > 0 ? 'limited' : event.waiting > 0 ? 'warning' : 'note',
        [
          event.scope,
          ...(isSome(event.remaining) ? [`${String(event.remaining.value)} left`] : []),
          ...(event.waiting > 0 ? [`${String(event.waiting)} waiting`] : []),
          ...(event.coolDown > 0 ? [`cool-down of ${formatDuration(event.coolDown)}`] : []),
        ].join(', '),
      ]
    case 'PermitsFailed':
      return [
        'Budget',
        'failure',
        `the permit source failed (${event.reason}), next attempt in ${formatDuration(event.delay)}`,
      ]
    case 'CircuitChanged':
      return ['Circuit', circuitKinds[event.state], event.state]
    case 'ApiVersionSunset':
      return ['Service', 'warning', 'the service ends this version of its API']
    default:
      return undefined
  }
}

/** Converts an event to a mark; `undefined` for events of requests and new tokens, and the starts and ends of watchers. */
export const describeEvent = (event: ClientEvent): EventMark | undefined => {
  const fields = markFields(event)
  if (fields === undefined) return undefined
  const [lane, kind, text] = fields
  return { lane, kind, text, request: event.request > 0 ? some(event.request) : none }
}
