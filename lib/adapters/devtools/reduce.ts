import { none, some } from 'fp-ts/lib/Option.js'
import { type Described, describeEvent } from './describeEvent.js'
import type { InspectedLane, InspectedToken, InspectedWatcher, Inspection } from './Inspection.js'
import type { InspectorAct } from './InspectorAct.js'
import { reduceRequest } from './reduceRequest.js'
import { changeLast, ring } from './ring.js'

/** What is known before the first event. */
export const emptyInspection: Inspection = {
  requests: [],
  tokens: [],
  watchers: [],
  lanes: [],
  marked: 0,
  dropped: 0,
  last: none,
}

/** How many lanes of marks are kept; the one that was begun first leaves for a new one. */
export const keptLanes = 40

const mark = (inspection: Inspection, { lane, ...fact }: Described, stream: boolean, time: Date, history: number) => {
  const isIt = (one: InspectedLane) => one.name === lane && one.stream === stream
  const begun: InspectedLane = { name: lane, stream, marks: [] }
  const lanes = inspection.lanes.some(isIt)
    ? { list: inspection.lanes, dropped: 0 }
    : ring(inspection.lanes, begun, keptLanes)
  const { list, dropped } = ring(
    lanes.list.find(isIt)?.marks ?? [],
    { ...fact, time, number: inspection.marked + 1 },
    history,
  )
  return {
    ...inspection,
    marked: inspection.marked + 1,
    dropped: inspection.dropped + lanes.dropped + dropped,
    lanes: changeLast(lanes.list, isIt, (one) => ({ ...one, marks: list })),
  }
}

const reduceOthers = (inspection: Inspection, act: InspectorAct, history: number): Inspection => {
  const { time } = act
  const watcherOf = (watcher: number, change: Partial<InspectedWatcher>): Inspection => ({
    ...inspection,
    watchers: changeLast(
      inspection.watchers,
      ({ number }) => number === watcher,
      (one) => ({ ...one, ...change }),
    ),
  })
  switch (act._tag) {
    case 'TokenRenewed': {
      const token: InspectedToken = { time, expiresAt: act.expires_at, request: act.request }
      const { list, dropped } = ring(inspection.tokens, token, history)
      return { ...inspection, tokens: list, dropped: inspection.dropped + dropped }
    }
    case 'WatcherStarted': {
      const { watcher: number, operation, every } = act
      const watcher: InspectedWatcher = { number, operation, every, time, end: none, due: some(time) }
      const { list, dropped } = ring(inspection.watchers, watcher, history)
      return { ...inspection, watchers: list, dropped: inspection.dropped + dropped }
    }
    case 'WatcherEnded':
      return watcherOf(act.watcher, { end: some(time), due: none })
    case 'Polled':
      return watcherOf(act.watcher, { due: some(new Date(time.getTime() + act.delay)) })
    default:
      return inspection
  }
}

/** The inspection after one more act, whatever came before; each of its lists has at most `history` entries. */
export const reduce = (inspection: Inspection, act: InspectorAct, history: number): Inspection => {
  const now = { ...inspection, last: some(act.time) }
  switch (act._tag) {
    case 'Begun':
    case 'Ended':
    case 'Requested':
    case 'Responded':
    case 'Retried':
      return reduceRequest(now, act, history)
    case 'Marked': {
      const { name, kind, text, request } = act
      return mark(now, { lane: name, kind, text, request }, true, act.time, history)
    }
    default: {
      const described = describeEvent(act)
      const others = reduceOthers(now, act, history)
      return described === undefined ? others : mark(others, described, false, act.time, history)
    }
  }
}
