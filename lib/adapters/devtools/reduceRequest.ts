import { isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Cause, InspectedAttempt, InspectedRequest, Inspection, InspectorEvent } from './Inspection.js'
import { errorName } from './requestStory.js'

/** Appends an entry to a list of at most `maxLength` entries. `dropped` counts the oldest entries that were removed. */
export const appendBounded = <A>(
  list: ReadonlyArray<A>,
  entry: A,
  maxLength: number,
): { readonly list: ReadonlyArray<A>; readonly dropped: number } => {
  const dropped = Math.max(list.length + 1 - maxLength, 0)
  return { list: [...list.slice(dropped), entry], dropped }
}

/** Replaces the last entry that satisfies a predicate; returns the same list if none does. */
export const updateLast = <A>(
  list: ReadonlyArray<A>,
  predicate: (entry: A) => boolean,
  change: (entry: A) => A,
): ReadonlyArray<A> => {
  const lastMatch = list.map(predicate).lastIndexOf(true)
  return lastMatch < 0 ? list : list.map((entry, index) => (index === lastMatch ? change(entry) : entry))
}

interface ObservedRequest {
  readonly operation: string
  readonly page: Option<number>
  readonly time: Date
}

/** The requests whose next page was requested. */
const requestsWithNextPage = ({ requests }: Inspection): ReadonlySet<number> =>
  new Set(requests.flatMap(({ cause }) => (cause._tag === 'NextPage' ? [cause.request] : [])))

const nextPageCause = (inspection: Inspection, { operation, page }: ObservedRequest): Cause | undefined => {
  if (!isSome(page) || page.value < 2) return undefined
  const continued = requestsWithNextPage(inspection)
  const candidates = inspection.requests.filter(
    (request) =>
      request.operation === operation &&
      isSome(request.page) &&
      request.page.value === page.value - 1 &&
      !continued.has(request.number),
  )
  // If several lists are read at once, the events do not show which one continues.
  return candidates.length === 1 && candidates[0] ? { _tag: 'NextPage', request: candidates[0].number } : undefined
}

const pollCause = ({ watchers }: Inspection, { operation, time }: ObservedRequest): Cause | undefined => {
  const due = watchers.filter(
    (watcher) => watcher.operation === operation && isSome(watcher.due) && watcher.due.value <= time,
  )
  return due.length === 1 && due[0] ? { _tag: 'Poll', watcher: due[0].number } : undefined
}

/**
 * The cause of a request: the one that the call stack shows, if it is a request; else a due watcher; else the previous
 * page.
 */
const findCause = (inspection: Inspection, request: ObservedRequest, observed: Cause = { _tag: 'Unknown' }): Cause => {
  if (observed._tag === 'Prerequisite') return observed
  if (observed._tag === 'FollowUp') {
    const previous = inspection.requests.find(({ number }) => number === observed.request)
    const isNext = isSome(request.page) && request.page.value > 1 && previous?.operation === request.operation
    return isNext ? { ...observed, _tag: 'NextPage' } : observed
  }
  return pollCause(inspection, request) ?? nextPageCause(inspection, request) ?? observed
}

type EventOf<T> = Extract<InspectorEvent, { readonly _tag: T }>

/** The events that change a request. */
export type RequestEvent = EventOf<'RequestStarted' | 'RequestEnded' | 'Requested' | 'Responded' | 'Retried'>

const hasRequest = ({ requests }: Inspection, number: number): boolean =>
  requests.some((request) => request.number === number)

const addRequest = (
  inspection: Inspection,
  event: EventOf<'RequestStarted' | 'Requested'>,
  history: number,
): Inspection => {
  if (hasRequest(inspection, event.request)) return inspection
  const cause = findCause(inspection, event, event._tag === 'RequestStarted' ? event.cause : undefined)
  const { list, dropped } = appendBounded<InspectedRequest>(
    inspection.requests,
    {
      number: event.request,
      operation: event.operation,
      method: '',
      page: event.page,
      priority: event._tag === 'RequestStarted' ? some(event.priority) : none,
      cause,
      time: event.time,
      attempts: [],
      outcome: 'open',
      end: none,
    },
    history,
  )
  const watchers =
    cause._tag === 'Poll'
      ? updateLast(
          inspection.watchers,
          ({ number }) => number === cause.watcher,
          (watcher) => ({ ...watcher, due: none }),
        )
      : inspection.watchers
  return { ...inspection, requests: list, watchers, dropped: inspection.dropped + dropped }
}

const isOpen = ({ response, retry }: InspectedAttempt): boolean => response._tag === 'None' && retry._tag === 'None'

/** How many of the latest attempts of one request are kept. */
export const maxAttempts = 50

const updateRequest = (request: InspectedRequest, event: RequestEvent): InspectedRequest => {
  const { attempts } = request
  switch (event._tag) {
    case 'Requested': {
      const { list } = appendBounded<InspectedAttempt>(
        attempts,
        { time: event.time, response: none, retry: none },
        maxAttempts,
      )
      return { ...request, method: event.method, attempts: list }
    }
    case 'Responded': {
      const response = some({ status: event.status, duration: event.duration })
      return { ...request, attempts: updateLast(attempts, isOpen, (attempt) => ({ ...attempt, response })) }
    }
    case 'Retried': {
      const retry = some({ error: errorName(event.error), delay: event.delay })
      const last = attempts.length - 1
      return {
        ...request,
        attempts: attempts.map((attempt, index) => (index === last ? { ...attempt, retry } : attempt)),
      }
    }
    case 'RequestEnded':
      return { ...request, outcome: event.outcome, end: some(event.time) }
    case 'RequestStarted':
      return request
  }
}

/** The inspection after an event of a request. Events of a request that was dropped change nothing. */
export const reduceRequest = (inspection: Inspection, event: RequestEvent, history: number): Inspection => {
  const current =
    event._tag === 'RequestStarted' || event._tag === 'Requested' ? addRequest(inspection, event, history) : inspection
  const requests = updateLast(
    current.requests,
    ({ number }) => number === event.request,
    (request) => updateRequest(request, event),
  )
  return { ...current, requests }
}
