import { isSome } from 'fp-ts/lib/Option.js'
import { formatDuration } from './formatDuration.js'
import type {
  InspectedLane,
  InspectedRequest,
  InspectedToken,
  InspectedWatcher,
  Inspection,
  MarkKind,
} from './Inspection.js'
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

/** An item of the timeline: a bar if it has an end, otherwise a mark. Times are in milliseconds since 1970. */
export interface TimelineItem {
  readonly id: string
  readonly kind: MarkKind
  readonly sign: string
  readonly label: string
  /** The legend's text for items that look like this; `undefined` if the name of the lane explains them. */
  readonly meaning: string | undefined
  readonly from: number
  readonly to: number | undefined
}

/** A lane with its name and items. */
export interface TimelineLane {
  readonly id: string
  readonly name: string
  readonly items: ReadonlyArray<TimelineItem>
}

const findEnd = ({ end, attempts }: InspectedRequest, last: number): number => {
  if (isSome(end)) return end.value.getTime()
  const attempt = attempts.at(-1)
  return attempt && isSome(attempt.response) ? attempt.time.getTime() + attempt.response.value.duration : last
}

const signs: Readonly<Record<MarkKind, string>> = {
  next: '●',
  error: '✕',
  complete: '❘',
  subscribe: '^',
  unsubscribe: '!',
  good: '•',
  note: '•',
  warning: '▲',
  limited: '‖',
  failure: '✕',
}

const markMeanings: Readonly<Record<MarkKind, string>> = {
  next: 'value',
  error: 'error',
  complete: 'completion',
  subscribe: 'subscription',
  unsubscribe: 'unsubscription',
  good: 'success',
  note: 'note',
  warning: 'warning',
  limited: 'delayed by a 429',
  failure: 'failure',
}

/** The state of a request, which decides how its bar looks and how the legend explains it. */
type RequestKind = 'good' | 'note' | 'warning' | 'limited' | 'failure' | 'unsubscribe'

const requestMeanings: Readonly<Record<RequestKind, string>> = {
  good: 'answered',
  note: 'not answered yet',
  warning: 'sent again after an error, such as a 503',
  limited: 'sent again after a 429',
  failure: 'failed',
  unsubscribe: 'aborted',
}

const requestKind = ({ outcome, attempts }: InspectedRequest): RequestKind => {
  if (outcome === 'failed') return 'failure'
  if (outcome === 'unsubscribed') return 'unsubscribe'
  if (attempts.some(({ response }) => isSome(response) && response.value.status === 429)) return 'limited'
  if (attempts.some(({ retry }, index) => isSome(retry) || index > 0)) return 'warning'
  return outcome === 'answered' ? 'good' : 'note'
}

/**
 * The number, and a sign if the request failed, was retried or was aborted: colours alone would not be accessible.
 */
const requestSign = ({ number }: InspectedRequest, kind: RequestKind): string =>
  kind === 'good' || kind === 'note' ? String(number) : `${String(number)} ${signs[kind]}`

const requestLabel = (request: InspectedRequest, kind: RequestKind): string =>
  [
    requestTitle(request),
    request.outcome,
    ...(request.attempts.length > 1 ? [`${String(request.attempts.length)} attempts`] : []),
    ...(kind === 'limited' ? ['with a 429'] : []),
  ].join(', ')

const requestItem = (request: InspectedRequest, last: number): TimelineItem => {
  const kind = requestKind(request)
  return {
    id: `request-${String(request.number)}`,
    kind,
    sign: requestSign(request, kind),
    label: requestLabel(request, kind),
    meaning: requestMeanings[kind],
    from: request.time.getTime(),
    to: findEnd(request, last),
  }
}

const tokenItem = ({ time, expiresAt, request }: InspectedToken, last: number): TimelineItem => ({
  id: `token-${String(request)}-${String(time.getTime())}`,
  kind: 'good',
  sign: '',
  label: `Token of request ${String(request)}, until ${expiresAt.toISOString()}`,
  meaning: undefined,
  from: time.getTime(),
  to: Math.max(time.getTime(), Math.min(expiresAt.getTime(), last)),
})

const watcherItem = ({ number, operation, every, time, end }: InspectedWatcher, last: number): TimelineItem => ({
  id: `watcher-${String(number)}`,
  kind: 'note',
  sign: String(number),
  label: `Watcher ${String(number)}: ${operation}, every ${formatDuration(every)}, ${isSome(end) ? 'ended' : 'running'}`,
  meaning: undefined,
  from: time.getTime(),
  to: isSome(end) ? end.value.getTime() : last,
})

const markLane = ({ name, isStream, marks }: InspectedLane): TimelineLane => ({
  id: `${isStream ? 'stream' : 'lane'}-${name}`,
  name,
  items: marks.map(({ number, kind, text, time, request }) => ({
    id: `mark-${String(number)}`,
    kind,
    sign: signs[kind],
    label: `${name}: ${text}${isSome(request) ? `, of request ${String(request.value)}` : ''}`,
    meaning: markMeanings[kind],
    from: time.getTime(),
    to: undefined,
  })),
})

/** All lanes of an inspection: streams, then requests by operation, tokens, watchers, and marks by subject. */
export const timelineItems = (inspection: Inspection): ReadonlyArray<TimelineLane> => {
  const { requests, tokens, watchers, lanes } = inspection
  const last = isSome(inspection.last) ? inspection.last.value.getTime() : 0
  const operations = Array.from(new Set(requests.map(({ operation }) => operation)))
  const allLanes: ReadonlyArray<TimelineLane> = [
    ...lanes.filter(({ isStream }) => isStream).map(markLane),
    ...operations.map((name) => ({
      id: `requests-${name}`,
      name,
      items: requests.filter(({ operation }) => operation === name).map((request) => requestItem(request, last)),
    })),
    { id: 'token-lives', name: 'Token lives', items: tokens.map((token) => tokenItem(token, last)) },
    { id: 'watchers', name: 'Watchers', items: watchers.map((watcher) => watcherItem(watcher, last)) },
    ...lanes.filter(({ isStream }) => !isStream).map(markLane),
  ]
  return allLanes.filter(({ items }) => items.length > 0)
}
