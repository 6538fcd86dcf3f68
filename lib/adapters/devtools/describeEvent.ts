import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { type ClientEvent, isClientError } from '../../index.js'
import { durationText } from './durationText.js'
import { errorName } from './errorName.js'
import type { InspectedMark } from './Inspection.js'

/** A mark, and the lane that it belongs to. */
export type Described = Omit<InspectedMark, 'number' | 'time'> & { readonly lane: string }

/** A service that asks for fewer requests is no service that fails. */
const failureKind = (error: unknown): 'limited' | 'failure' =>
  isClientError(error) && 'status' in error && error.status === 429 ? 'limited' : 'failure'

const circuitKinds = { closed: 'good', open: 'failure', 'half-open': 'warning' } as const

/** The lane, the kind and the text of the events that are marks; none of the others. */
const facts = (event: ClientEvent): readonly [string, Described['kind'], string] | undefined => {
  switch (event._tag) {
    case 'TokenFailed':
      return ['Tokens', failureKind(event.error), `authentication failed: ${errorName(event.error)}`]
    case 'TokenStoreFailed':
      return ['Tokens', 'warning', `the store of tokens failed: ${event.action}, ${event.reason}`]
    case 'Polled':
      return isSome(event.error)
        ? [
            'Polls',
            failureKind(event.error.value),
            `watcher ${String(event.watcher)}: ${errorName(event.error.value)}, again in ${durationText(event.delay)}`,
          ]
        : [
            'Polls',
            'good',
            `watcher ${String(event.watcher)}: a round has ended, the next in ${durationText(event.delay)}`,
          ]
    case 'Restarted':
      return ['Polls', 'warning', `the round begins again: ${errorName(event.error)}`]
    case 'UserReplaced':
      return ['Tokens', 'warning', 'the user was deleted and made again']
    case 'RowRejected':
      return [
        'Rows',
        'failure',
        `a row was rejected: ${String(event.issues.length)} ${event.issues.length === 1 ? 'issue' : 'issues'}`,
      ]
    case 'RowsSetBack':
      return [
        'Rows',
        'warning',
        `rows came older: ${String(event.handedOut)} emitted, ${String(event.dropped)} dropped`,
      ]
    case 'AmountInexact':
      return ['Rows', 'warning', `rows without an exact amount: ${String(event.count)}`]
    case 'FieldDiffers':
      return ['Rows', 'warning', 'a field has another type than is expected']
    case 'BudgetChanged':
      return [
        'Budget',
        event.coolDown > 0 ? 'limited' : event.waiting > 0 ? 'warning' : 'note',
        [
          event.scope,
          ...(isSome(event.remaining) ? [`${String(event.remaining.value)} left`] : []),
          ...(event.waiting > 0 ? [`${String(event.waiting)} waiting`] : []),
          ...(event.coolDown > 0 ? [`cool-down of ${durationText(event.coolDown)}`] : []),
        ].join(', '),
      ]
    case 'PermitsFailed':
      return [
        'Budget',
        'failure',
        `the source of permits failed (${event.reason}), again in ${durationText(event.delay)}`,
      ]
    case 'CircuitChanged':
      return ['Circuit', circuitKinds[event.state], event.state]
    case 'StageEnds':
      return ['Service', 'warning', 'the service ends this version of its interface']
    default:
      return undefined
  }
}

/** What an event is as a mark; `undefined` for events of requests, of new tokens, and of the lives of watchers. */
export const describeEvent = (event: ClientEvent): Described | undefined => {
  const found = facts(event)
  if (found === undefined) return undefined
  const [lane, kind, text] = found
  return { lane, kind, text, request: event.request > 0 ? some(event.request) : none }
}
