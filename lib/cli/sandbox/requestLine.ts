import type { JournalEntry, Outcome } from '../../testing/sandbox/JournalEntry.js'
import { clockTime, count, printable } from '../formatText.js'
import { type Colors, type Line, printLine, type Tone } from '../styledLine.js'

/** The printed part of a request that has ended. It has no query, headers or body, which may be private. */
export interface EndedRequest {
  readonly time: Date
  readonly method: string
  readonly path: string
  readonly status: Outcome
  /** Milliseconds. */
  readonly duration: number
}

/**
 * The printed part of an entry of the journal. The sandbox's clock runs `speed` times as fast as real time.
 */
export const endedRequest = ({ time, method, path, status }: JournalEntry, now: number, speed = 1): EndedRequest => ({
  time,
  method: printable(method),
  path: printable(path),
  status,
  duration: Math.round((now - time.getTime()) / speed),
})

const toneOf = (status: Outcome): Tone => {
  if (typeof status !== 'number') return 'notable'
  return status < 400 ? 'good' : 'bad'
}

/** A request as a line of text. */
export const requestLine = (request: EndedRequest, colors: Colors, width: number): string => {
  const line: Line = [
    ['faint', ` ${clockTime(request.time)}  `],
    [toneOf(request.status), String(request.status).padEnd(4)],
    ['faint', ` ${request.method.padEnd(5)}`],
    request.path,
    ['faint', `  ${count(request.duration)} ms`],
  ]
  return printLine(colors, line, width)
}

/** A request as a line of JSON. */
export const requestJson = ({ time, ...request }: EndedRequest): string =>
  JSON.stringify({ time, type: 'Request', ...request })
