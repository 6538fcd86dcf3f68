import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { isClientError } from '../../base/error/ClientError.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import { formatDuration } from './formatDuration.js'
import type {
  InspectedLane,
  InspectedMark,
  InspectedToken,
  InspectedWatcher,
  Inspection,
  InspectorEvent,
} from './Inspection.js'
import { appendBounded, reduceRequest, updateLast } from './reduceRequest.js'
import { errorName } from './requestStory.js'

/** A mark, and the lane that it belongs to. */
type EventMark = Omit<InspectedMark, 'number' | 'time'> & { readonly lane: string }

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

/** The inspection before the first event. */
export const emptyInspection: Inspection = {
  requests: [],
  tokens: [],
  watchers: [],
  lanes: [],
  markCount: 0,
  dropped: 0,
  last: none,
}

/** The maximum number of mark lanes; a new lane replaces the oldest. */
export const maxLanes = 40

const addMark = (
  inspection: Inspection,
  { lane, ...mark }: EventMark,
  isStream: boolean,
  time: Date,
  history: number,
) => {
  const isThisLane = (other: InspectedLane) => other.name === lane && other.isStream === isStream
  const newLane: InspectedLane = { name: lane, isStream, marks: [] }
  const lanes = inspection.lanes.some(isThisLane)
    ? { list: inspection.lanes, dropped: 0 }
    : appendBounded(inspection.lanes, newLane, maxLanes)
  const { list, dropped } = appendBounded(
    lanes.list.find(isThisLane)?.marks ?? [],
    { ...mark, time, number: inspection.markCount + 1 },
    history,
  )
  return {
    ...inspection,
    markCount: inspection.markCount + 1,
    dropped: inspection.dropped + lanes.dropped + dropped,
    lanes: updateLast(lanes.list, isThisLane, (current) => ({ ...current, marks: list })),
  }
}

const reduceClientEvent = (inspection: Inspection, event: InspectorEvent, history: number): Inspection => {
  const { time } = event
  const updateWatcher = (watcher: number, change: Partial<InspectedWatcher>): Inspection => ({
    ...inspection,
    watchers: updateLast(
      inspection.watchers,
      ({ number }) => number === watcher,
      (current) => ({ ...current, ...change }),
    ),
  })
  switch (event._tag) {
    case 'TokenRenewed': {
      const token: InspectedToken = { time, expiresAt: event.expires_at, request: event.request }
      const { list, dropped } = appendBounded(inspection.tokens, token, history)
      return { ...inspection, tokens: list, dropped: inspection.dropped + dropped }
    }
    case 'WatcherStarted': {
      const { watcher: number, operation, every } = event
      const watcher: InspectedWatcher = { number, operation, every, time, end: none, due: some(time) }
      const { list, dropped } = appendBounded(inspection.watchers, watcher, history)
      return { ...inspection, watchers: list, dropped: inspection.dropped + dropped }
    }
    case 'WatcherEnded':
      return updateWatcher(event.watcher, { end: some(time), due: none })
    case 'Polled':
      return updateWatcher(event.watcher, { due: some(new Date(time.getTime() + event.delay)) })
    default:
      return inspection
  }
}

/** The inspection after one more event. Each of its lists has at most `history` entries. */
export const reduceInspection = (inspection: Inspection, event: InspectorEvent, history: number): Inspection => {
  const current = { ...inspection, last: some(event.time) }
  switch (event._tag) {
    case 'RequestStarted':
    case 'RequestEnded':
    case 'Requested':
    case 'Responded':
    case 'Retried':
      return reduceRequest(current, event, history)
    case 'StreamMarked': {
      const { name, kind, text, request } = event
      return addMark(current, { lane: name, kind, text, request }, true, event.time, history)
    }
    default: {
      const description = describeEvent(event)
      const reduced = reduceClientEvent(current, event, history)
      return description === undefined ? reduced : addMark(reduced, description, false, event.time, history)
    }
  }
}
