import { none, some } from 'fp-ts/lib/Option.js'
import { causeOf } from './causeOf.js'
import { errorName } from './errorName.js'
import type { InspectedAttempt, InspectedRequest, Inspection } from './Inspection.js'
import type { InspectorAct } from './InspectorAct.js'
import { changeLast, ring } from './ring.js'

type Of<T> = Extract<InspectorAct, { readonly _tag: T }>

/** What acts on requests. */
export type RequestAct = Of<'Begun' | 'Ended' | 'Requested' | 'Responded' | 'Retried'>

const has = ({ requests }: Inspection, number: number): boolean => requests.some((request) => request.number === number)

const begin = (inspection: Inspection, act: Of<'Begun' | 'Requested'>, history: number): Inspection => {
  if (has(inspection, act.request)) return inspection
  const cause = causeOf(inspection, act, act._tag === 'Begun' ? act.cause : undefined)
  const { list, dropped } = ring<InspectedRequest>(
    inspection.requests,
    {
      number: act.request,
      operation: act.operation,
      method: '',
      page: act.page,
      priority: act._tag === 'Begun' ? some(act.priority) : none,
      cause,
      time: act.time,
      attempts: [],
      outcome: 'open',
      end: none,
    },
    history,
  )
  const watchers =
    cause._tag === 'Poll'
      ? changeLast(
          inspection.watchers,
          ({ number }) => number === cause.watcher,
          (watcher) => ({ ...watcher, due: none }),
        )
      : inspection.watchers
  return { ...inspection, requests: list, watchers, dropped: inspection.dropped + dropped }
}

const isOpen = ({ answer, retry }: InspectedAttempt): boolean => answer._tag === 'None' && retry._tag === 'None'

/** How many attempts of one request are kept, the latest. */
export const keptAttempts = 50

const after = (request: InspectedRequest, act: RequestAct): InspectedRequest => {
  const { attempts } = request
  switch (act._tag) {
    case 'Requested': {
      const { list } = ring<InspectedAttempt>(attempts, { time: act.time, answer: none, retry: none }, keptAttempts)
      return { ...request, method: act.method, attempts: list }
    }
    case 'Responded': {
      const answer = some({ status: act.status, duration: act.duration })
      return { ...request, attempts: changeLast(attempts, isOpen, (attempt) => ({ ...attempt, answer })) }
    }
    case 'Retried': {
      const retry = some({ error: errorName(act.error), delay: act.delay })
      const last = attempts.length - 1
      return { ...request, attempts: attempts.map((one, index) => (index === last ? { ...one, retry } : one)) }
    }
    case 'Ended':
      return { ...request, outcome: act.outcome, end: some(act.time) }
    case 'Begun':
      return request
  }
}

/** The inspection after something of a request; of a request that has left it, nothing changes. */
export const reduceRequest = (inspection: Inspection, act: RequestAct, history: number): Inspection => {
  const known = act._tag === 'Begun' || act._tag === 'Requested' ? begin(inspection, act, history) : inspection
  const requests = changeLast(
    known.requests,
    ({ number }) => number === act.request,
    (request) => after(request, act),
  )
  return { ...known, requests }
}
