import { isSome, type Option } from 'fp-ts/lib/Option.js'
import type { Cause, Inspection } from './Inspection.js'

interface ObservedRequest {
  readonly operation: string
  readonly page: Option<number>
  readonly time: Date
}

/** The requests whose next page was requested. */
const requestsWithNextPage = ({ requests }: Inspection): ReadonlySet<number> =>
  new Set(requests.flatMap(({ cause }) => (cause._tag === 'NextPage' ? [cause.request] : [])))

const pageBefore = (inspection: Inspection, { operation, page }: ObservedRequest): Cause | undefined => {
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

const dueWatcher = ({ watchers }: Inspection, { operation, time }: ObservedRequest): Cause | undefined => {
  const due = watchers.filter(
    (watcher) => watcher.operation === operation && isSome(watcher.due) && watcher.due.value <= time,
  )
  return due.length === 1 && due[0] ? { _tag: 'Poll', watcher: due[0].number } : undefined
}

/** The cause of a request: the previous page, a due watcher, or the cause that the call stack shows. */
export const findCause = (
  inspection: Inspection,
  request: ObservedRequest,
  observed: Cause = { _tag: 'Unknown' },
): Cause => {
  if (observed._tag === 'Prerequisite') return observed
  if (observed._tag === 'FollowUp') {
    const previous = inspection.requests.find(({ number }) => number === observed.request)
    const isNext = isSome(request.page) && request.page.value > 1 && previous?.operation === request.operation
    return isNext ? { ...observed, _tag: 'NextPage' } : observed
  }
  return dueWatcher(inspection, request) ?? pageBefore(inspection, request) ?? observed
}
