import { isSome } from 'fp-ts/lib/Option.js'
import { durationText } from './durationText.js'
import type { InspectedRequest, Inspection } from './Inspection.js'
import { requestTitle, story, type StoryLine } from './story.js'

/** What is shown of one item: a title, and lines about it and about the request that caused it. */
export interface Details {
  readonly title: string
  readonly lines: ReadonlyArray<StoryLine>
  /** The request that it is or that caused it. */
  readonly request: number | undefined
}

const withRequest = (
  inspection: Inspection,
  title: string,
  lines: ReadonlyArray<StoryLine>,
  number: number,
): Details => {
  const request = inspection.requests.find((one) => one.number === number)
  if (request === undefined)
    return {
      title,
      lines: [...lines, { label: 'request', text: `${String(number)}, no longer kept` }],
      request: undefined,
    }
  const caused = [{ label: 'request', text: requestTitle(request), request: number }, ...story(inspection, request)]
  return { title, lines: [...lines, ...caused], request: number }
}

const ofRequest = (inspection: Inspection, request: InspectedRequest): Details => ({
  title: requestTitle(request),
  lines: story(inspection, request),
  request: request.number,
})

const ofMark = (inspection: Inspection, id: string): Details | undefined => {
  for (const { name, marks } of inspection.lanes) {
    const mark = marks.find(({ number }) => id === `mark-${String(number)}`)
    if (mark === undefined) continue
    const title = `${name}: ${mark.text}`
    const lines = [{ label: 'at', text: mark.time.toISOString() }]
    return isSome(mark.request)
      ? withRequest(inspection, title, lines, mark.request.value)
      : { title, lines: [...lines, { label: 'request', text: 'not known' }], request: undefined }
  }
  return undefined
}

const ofWatcher = ({ watchers }: Inspection, id: string): Details | undefined => {
  const watcher = watchers.find(({ number }) => id === `watcher-${String(number)}`)
  if (watcher === undefined) return undefined
  const { number, operation, every, time, end, due } = watcher
  return {
    title: `Watcher ${String(number)}: ${operation}`,
    lines: [
      { label: 'started', text: time.toISOString() },
      { label: 'every', text: durationText(every) },
      ...(isSome(due) ? [{ label: 'asks next', text: due.value.toISOString() }] : []),
      { label: 'end', text: isSome(end) ? end.value.toISOString() : 'running' },
    ],
    request: undefined,
  }
}

const ofToken = (inspection: Inspection, id: string): Details | undefined => {
  const token = inspection.tokens.find(
    ({ request, time }) => id === `token-${String(request)}-${String(time.getTime())}`,
  )
  if (token === undefined) return undefined
  const lines = [
    { label: 'in use from', text: token.time.toISOString() },
    { label: 'until', text: token.expiresAt.toISOString() },
  ]
  return withRequest(inspection, 'Token', lines, token.request)
}

/** What is shown of the item with this id; `undefined` where it has left the history. */
export const detailsOf = (inspection: Inspection, id: string): Details | undefined => {
  const request = inspection.requests.find(({ number }) => id === `request-${String(number)}`)
  if (request !== undefined) return ofRequest(inspection, request)
  return ofMark(inspection, id) ?? ofWatcher(inspection, id) ?? ofToken(inspection, id)
}
