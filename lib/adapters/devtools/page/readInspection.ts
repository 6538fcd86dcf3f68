import { isSome, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Inspection } from '../Inspection.js'

/** The type of a value after a round trip through JSON: dates become strings. */
export type AsJson<A> = A extends Date
  ? string
  : A extends ReadonlyArray<infer B>
    ? ReadonlyArray<AsJson<B>>
    : A extends object
      ? { readonly [K in keyof A]: AsJson<A[K]> }
      : A

const date = (text: string): Date => new Date(text)

const optionalDate = map(date)

/** Converts an inspection from JSON. The server and the page are of the same version, so nothing is validated. */
export const readInspection = ({ requests, tokens, watchers, lanes, ...rest }: AsJson<Inspection>): Inspection => ({
  ...rest,
  requests: requests.map((request) => ({
    ...request,
    time: date(request.time),
    end: optionalDate(request.end),
    attempts: request.attempts.map((attempt) => ({ ...attempt, time: date(attempt.time) })),
  })),
  tokens: tokens.map((token) => ({ ...token, time: date(token.time), expiresAt: date(token.expiresAt) })),
  watchers: watchers.map((watcher) => ({
    ...watcher,
    time: date(watcher.time),
    end: optionalDate(watcher.end),
    due: optionalDate(watcher.due),
  })),
  lanes: lanes.map((lane) => ({ ...lane, marks: lane.marks.map((mark) => ({ ...mark, time: date(mark.time) })) })),
  last: optionalDate(rest.last),
})

/** The entries of an inspection that are later than a time. */
export const entriesAfter = (inspection: Inspection, moment: Option<Date>): Inspection => {
  if (!isSome(moment)) return inspection
  const isLater = ({ time }: { readonly time: Date }): boolean => time > moment.value
  const { requests, tokens, watchers, lanes, last } = inspection
  return {
    ...inspection,
    requests: requests.filter(isLater),
    tokens: tokens.filter(isLater),
    watchers: watchers.filter(isLater),
    lanes: lanes.map((lane) => ({ ...lane, marks: lane.marks.filter(isLater) })),
    dropped: 0,
    last: isSome(last) && last.value > moment.value ? some(last.value) : none,
  }
}
