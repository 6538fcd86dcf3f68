import { isSome } from 'fp-ts/lib/Option.js'
import { causeText } from './causeText.js'
import { formatDuration } from './formatDuration.js'
import type { InspectedAttempt, InspectedRequest, Inspection } from './Inspection.js'

/** One line of a story. `request` is another request that the line mentions. */
export interface StoryLine {
  readonly label: string
  readonly text: string
  readonly request?: number
}

const attemptLine = (startedAt: Date, { time, answer, retry }: InspectedAttempt, index: number): StoryLine => ({
  label: `attempt ${String(index + 1)}`,
  text: [
    `sent after ${formatDuration(time.getTime() - startedAt.getTime())}`,
    isSome(answer) ? `status ${String(answer.value.status)} in ${formatDuration(answer.value.duration)}` : 'no answer',
    ...(isSome(retry) ? [`${retry.value.error}, next attempt in ${formatDuration(retry.value.delay)}`] : []),
  ].join('; '),
})

const followUpLines = ({ requests }: Inspection, number: number): ReadonlyArray<StoryLine> =>
  requests.flatMap(({ cause, number: other, operation }) =>
    'request' in cause && cause.request === number
      ? [{ label: 'led to', text: `request ${String(other)}, ${operation}`, request: other }]
      : [],
  )

/** The title of a request: its number, operation and page. */
export const requestTitle = ({ number, operation, page }: InspectedRequest): string =>
  `Request ${String(number)}: ${operation}${isSome(page) ? `, page ${String(page.value)}` : ''}`

/** The story of a request in lines: its time, its cause, each attempt, its end, and the requests that it led to. */
export const requestStory = (inspection: Inspection, request: InspectedRequest): ReadonlyArray<StoryLine> => {
  const { cause, time, attempts, outcome, end, method, priority } = request
  const endText = isSome(end) ? `${outcome} after ${formatDuration(end.value.getTime() - time.getTime())}` : outcome
  return [
    { label: 'started', text: time.toISOString() },
    { label: 'cause', text: causeText(cause), ...('request' in cause && { request: cause.request }) },
    ...(method === '' ? [] : [{ label: 'method', text: method }]),
    ...(isSome(priority) ? [{ label: 'priority', text: priority.value }] : []),
    ...attempts.map((attempt, index) => attemptLine(time, attempt, index)),
    { label: 'end', text: endText },
    ...followUpLines(inspection, request.number),
  ]
}
