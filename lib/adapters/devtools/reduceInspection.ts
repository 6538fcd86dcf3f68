import { none, some } from 'fp-ts/lib/Option.js'
import { appendBounded, updateLast } from './boundedList.js'
import { describeEvent, type EventMark } from './describeEvent.js'
import type { InspectedLane, InspectedToken, InspectedWatcher, Inspection } from './Inspection.js'
import type { InspectorEvent } from './InspectorEvent.js'
import { reduceRequest } from './reduceRequest.js'

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
