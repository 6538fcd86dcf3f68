import { isSome, type Option } from 'fp-ts/lib/Option.js'
import type { Cause, Inspection } from './Inspection.js'

interface Asked {
  readonly operation: string
  readonly page: Option<number>
  readonly time: Date
}

/** The requests whose next page was asked for. */
const followed = ({ requests }: Inspection): ReadonlySet<number> =>
  new Set(requests.flatMap(({ cause }) => (cause._tag === 'PageAfter' ? [cause.request] : [])))

const pageBefore = (inspection: Inspection, { operation, page }: Asked): Cause | undefined => {
  if (!isSome(page) || page.value < 2) return undefined
  const taken = followed(inspection)
  const before = inspection.requests.filter(
    (request) =>
      request.operation === operation &&
      isSome(request.page) &&
      request.page.value === page.value - 1 &&
      !taken.has(request.number),
  )
  // Of several lists that are read at once, the events alone do not tell which one goes on.
  return before.length === 1 && before[0] ? { _tag: 'PageAfter', request: before[0].number } : undefined
}

const dueWatcher = ({ watchers }: Inspection, { operation, time }: Asked): Cause | undefined => {
  const due = watchers.filter(
    (watcher) => watcher.operation === operation && isSome(watcher.due) && watcher.due.value <= time,
  )
  return due.length === 1 && due[0] ? { _tag: 'Poll', watcher: due[0].number } : undefined
}

/** The cause of a request: the page before it, the watcher that is due, or what the call stack told of it. */
export const causeOf = (inspection: Inspection, asked: Asked, told: Cause = { _tag: 'Unknown' }): Cause => {
  if (told._tag === 'For') return told
  if (told._tag === 'After') {
    const before = inspection.requests.find(({ number }) => number === told.request)
    const isNext = isSome(asked.page) && asked.page.value > 1 && before?.operation === asked.operation
    return isNext ? { ...told, _tag: 'PageAfter' } : told
  }
  return dueWatcher(inspection, asked) ?? pageBefore(inspection, asked) ?? told
}
