import { isSome } from 'fp-ts/lib/Option.js'
import { isClientError } from '../../base/error/ClientError.js'
import { formatDuration } from './formatDuration.js'
import type { Cause, InspectedAttempt, InspectedRequest, Inspection } from './Inspection.js'

/**
 * The part of an error that may be shown: its tag and its status. Shows nothing of errors that are not a `ClientError`.
 */
export const errorName = (error: unknown): string => {
  if (!isClientError(error)) return 'an error that is not a ClientError'
  return 'status' in error ? `${error._tag} ${String(error.status)}` : error._tag
}

/** Describes a cause. */
export const causeText = (cause: Cause): string => {
  switch (cause._tag) {
    case 'NextPage':
      return `the next page after request ${String(cause.request)}`
    case 'FollowUp':
      return `follows from the response to request ${String(cause.request)}`
    case 'Prerequisite':
      return `needed first by request ${String(cause.request)}`
    case 'Poll':
      return `a round of watcher ${String(cause.watcher)}`
    case 'Stream':
      return `a subscription to ${cause.name}`
    case 'Unknown':
      return 'not known'
  }
}

/** One line of a story. `request` is another request that the line mentions. */
export interface StoryLine {
  readonly label: string
  readonly text: string
  readonly request?: number
}

const attemptLine = (startedAt: Date, { time, response, retry }: InspectedAttempt, index: number): StoryLine => ({
  label: `attempt ${String(index + 1)}`,
  text: [
    `sent after ${formatDuration(time.getTime() - startedAt.getTime())}`,
    isSome(response)
      ? `status ${String(response.value.status)} in ${formatDuration(response.value.duration)}`
      : 'no response',
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
