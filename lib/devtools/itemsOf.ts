import { isSome } from 'fp-ts/lib/Option.js'
import type {
  InspectedLane,
  InspectedRequest,
  InspectedToken,
  InspectedWatcher,
  Inspection,
  MarkKind,
} from './Inspection.js'
import { requestTitle } from './story.js'

/** What is drawn: a bar where it has an end, else a mark. Times in milliseconds since 1970. */
export interface Item {
  readonly id: string
  readonly kind: MarkKind
  readonly sign: string
  readonly label: string
  readonly from: number
  readonly to: number | undefined
}

/** A lane: its name, and what is in it. */
export interface ItemLane {
  readonly id: string
  readonly name: string
  readonly items: ReadonlyArray<Item>
}

const endOf = ({ end, attempts }: InspectedRequest, last: number): number => {
  if (isSome(end)) return end.value.getTime()
  const attempt = attempts.at(-1)
  return attempt && isSome(attempt.answer) ? attempt.time.getTime() + attempt.answer.value.duration : last
}

const requestKind = ({ outcome, attempts }: InspectedRequest): MarkKind => {
  if (outcome === 'failed') return 'failure'
  return outcome === 'unsubscribed' || attempts.length > 1 ? 'warning' : outcome === 'answered' ? 'good' : 'note'
}

const ofRequest = (request: InspectedRequest, last: number): Item => ({
  id: `request-${String(request.number)}`,
  kind: requestKind(request),
  sign: String(request.number),
  label: `${requestTitle(request)}, ${request.outcome}${request.attempts.length > 1 ? `, ${String(request.attempts.length)} attempts` : ''}`,
  from: request.time.getTime(),
  to: endOf(request, last),
})

const ofToken = ({ time, expiresAt, request }: InspectedToken, last: number): Item => ({
  id: `token-${String(request)}-${String(time.getTime())}`,
  kind: 'good',
  sign: '',
  label: `Token of request ${String(request)}, until ${expiresAt.toISOString()}`,
  from: time.getTime(),
  to: Math.max(time.getTime(), Math.min(expiresAt.getTime(), last)),
})

const ofWatcher = ({ number, operation, every, time, end }: InspectedWatcher, last: number): Item => ({
  id: `watcher-${String(number)}`,
  kind: 'note',
  sign: String(number),
  label: `Watcher ${String(number)}: ${operation}, every ${String(every)} ms, ${isSome(end) ? 'ended' : 'running'}`,
  from: time.getTime(),
  to: isSome(end) ? end.value.getTime() : last,
})

const signs: Readonly<Record<MarkKind, string>> = {
  next: '●',
  error: '✕',
  complete: '❘',
  subscribe: '^',
  unsubscribe: '!',
  good: '•',
  note: '•',
  warning: '▲',
  failure: '✕',
}

const ofLane = ({ name, stream, marks }: InspectedLane): ItemLane => ({
  id: `${stream ? 'stream' : 'lane'}-${name}`,
  name,
  items: marks.map(({ number, kind, text, time, request }) => ({
    id: `mark-${String(number)}`,
    kind,
    sign: signs[kind],
    label: `${name}: ${text}${isSome(request) ? `, of request ${String(request.value)}` : ''}`,
    from: time.getTime(),
    to: undefined,
  })),
})

/** All lanes of an inspection, streams first, then requests by operation, tokens, watchers, and marks by subject. */
export const itemsOf = (inspection: Inspection): ReadonlyArray<ItemLane> => {
  const { requests, tokens, watchers, lanes } = inspection
  const last = isSome(inspection.last) ? inspection.last.value.getTime() : 0
  const operations = Array.from(new Set(requests.map(({ operation }) => operation)))
  const all: ReadonlyArray<ItemLane> = [
    ...lanes.filter(({ stream }) => stream).map(ofLane),
    ...operations.map((name) => ({
      id: `requests-${name}`,
      name,
      items: requests.filter(({ operation }) => operation === name).map((request) => ofRequest(request, last)),
    })),
    { id: 'token-lives', name: 'Token lives', items: tokens.map((token) => ofToken(token, last)) },
    { id: 'watchers', name: 'Watchers', items: watchers.map((watcher) => ofWatcher(watcher, last)) },
    ...lanes.filter(({ stream }) => !stream).map(ofLane),
  ]
  return all.filter(({ items }) => items.length > 0)
}
