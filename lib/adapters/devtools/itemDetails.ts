import { isSome } from 'fp-ts/lib/Option.js'
import { formatDuration } from './formatDuration.js'
import type { InspectedRequest, Inspection } from './Inspection.js'
import { requestStory, requestTitle, type StoryLine } from './requestStory.js'

/** The details of one item: a title, and lines about it and about the request that caused it. */
export interface ItemDetails {
  readonly title: string
  readonly lines: ReadonlyArray<StoryLine>
  /** The item's request, or the request that caused the item. */
  readonly request: number | undefined
}

const withRequest = (
  inspection: Inspection,
  title: string,
  lines: ReadonlyArray<StoryLine>,
  number: number,
): ItemDetails => {
  const request = inspection.requests.find((other) => other.number === number)
  if (request === undefined)
    return {
      title,
      lines: [...lines, { label: 'request', text: `${String(number)}, no longer kept` }],
      request: undefined,
    }
  const requestLines = [
    { label: 'request', text: requestTitle(request), request: number },
    ...requestStory(inspection, request),
  ]
  return { title, lines: [...lines, ...requestLines], request: number }
}

const requestDetails = (inspection: Inspection, request: InspectedRequest): ItemDetails => ({
  title: requestTitle(request),
  lines: requestStory(inspection, request),
  request: request.number,
})

const markDetails = (inspection: Inspection, id: string): ItemDetails | undefined => {
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

const watcherDetails = ({ watchers }: Inspection, id: string): ItemDetails | undefined => {
  const watcher = watchers.find(({ number }) => id === `watcher-${String(number)}`)
  if (watcher === undefined) return undefined
  const { number, operation, every, time, end, due } = watcher
  return {
    title: `Watcher ${String(number)}: ${operation}`,
    lines: [
      { label: 'started', text: time.toISOString() },
      { label: 'every', text: formatDuration(every) },
      ...(isSome(due) ? [{ label: 'next round', text: due.value.toISOString() }] : []),
      { label: 'end', text: isSome(end) ? end.value.toISOString() : 'running' },
    ],
    request: undefined,
  }
}

const tokenDetails = (inspection: Inspection, id: string): ItemDetails | undefined => {
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

/** The details of the item with this id; `undefined` if the item is no longer kept. */
export const itemDetails = (inspection: Inspection, id: string): ItemDetails | undefined => {
  const request = inspection.requests.find(({ number }) => id === `request-${String(number)}`)
  if (request !== undefined) return requestDetails(inspection, request)
  return markDetails(inspection, id) ?? watcherDetails(inspection, id) ?? tokenDetails(inspection, id)
}
