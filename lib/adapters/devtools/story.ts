import { isSome } from 'fp-ts/lib/Option.js'
import { causeText } from './causeText.js'
import { durationText } from './durationText.js'
import type { InspectedAttempt, InspectedRequest, Inspection } from './Inspection.js'

/** One line of a story; `request`: another request that it is about. */
export interface StoryLine {
  readonly label: string
  readonly text: string
  readonly request?: number
}

const attemptLine = (begun: Date, { time, answer, retry }: InspectedAttempt, index: number): StoryLine => ({
  label: `attempt ${String(index + 1)}`,
  text: [
    `sent after ${durationText(time.getTime() - begun.getTime())}`,
    isSome(answer) ? `status ${String(answer.value.status)} in ${durationText(answer.value.duration)}` : 'no answer',
    ...(isSome(retry) ? [`${retry.value.error}, again in ${durationText(retry.value.delay)}`] : []),
  ].join('; '),
})

const effects = ({ requests }: Inspection, number: number): ReadonlyArray<StoryLine> =>
  requests.flatMap(({ cause, number: other, operation }) =>
    'request' in cause && cause.request === number
      ? [{ label: 'led to', text: `request ${String(other)}, ${operation}`, request: other }]
      : [],
  )

/** A request by its name: its number, its operation and its page. */
export const requestTitle = ({ number, operation, page }: InspectedRequest): string =>
  `Request ${String(number)}: ${operation}${isSome(page) ? `, page ${String(page.value)}` : ''}`

/** What is known of a request, line by line: when, why, each attempt, its end, and what it led to. */
export const story = (inspection: Inspection, request: InspectedRequest): ReadonlyArray<StoryLine> => {
  const { cause, time, attempts, outcome, end, method, priority } = request
  const ended = isSome(end) ? `${outcome} after ${durationText(end.value.getTime() - time.getTime())}` : outcome
  return [
    { label: 'made', text: time.toISOString() },
    { label: 'cause', text: causeText(cause), ...('request' in cause && { request: cause.request }) },
    ...(method === '' ? [] : [{ label: 'method', text: method }]),
    ...(isSome(priority) ? [{ label: 'priority', text: priority.value }] : []),
    ...attempts.map((attempt, index) => attemptLine(time, attempt, index)),
    { label: 'end', text: ended },
    ...effects(inspection, request.number),
  ]
}
