import type { BudgetChanged, BudgetScope, CircuitChanged, ClientError, ClientEvent, RowsSetBack } from '../index.js'
import { escaped } from './escaped.js'
import type { Logger } from './Logger.js'

/** A line of a log. */
export interface LogEntry {
  readonly level: keyof Logger
  readonly entry: object
  readonly message: string
}

type Line = readonly [level: keyof Logger, message: string]

/** Each request that waits tells of the quiet that it waits for; only one that ends so much later is another. */
const later = 1000

const isOption = (value: unknown): value is { readonly _tag: 'None' | 'Some'; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

const isError = (value: unknown): value is ClientError => value instanceof Error && 'toJSON' in value

/** As plain as JSON. */
const plain = (value: unknown): unknown => (isError(value) ? value.toJSON() : value)

const inspect = Symbol.for('nodejs.util.inspect.custom')

/** The fields of an event, those that it has; `console` prints them on one line. */
const fieldsOf = ({ _tag, time: _, operation, request, ...fields }: ClientEvent): object => {
  const present = Object.entries(fields).flatMap(
    ([name, value]: [string, unknown]): ReadonlyArray<[string, unknown]> => {
      const known = isOption(value) ? value.value : value
      return known === undefined ? [] : [[name, plain(known)]]
    },
  )
  const entry = { event: _tag, operation, ...(request > 0 && { request }), ...Object.fromEntries(present) }
  return Object.defineProperty(entry, inspect, { value: () => escaped(JSON.stringify(entry)) })
}

const again = (ms: number): string => `again in ${String(Math.round(ms))} ms`

const circuitLine = ({ state, error, delay }: CircuitChanged): Line => {
  if (state === 'closed') return ['info', 'the service answers, all is sent']
  if (state === 'half-open') return ['info', 'one request is sent to see how the service is']
  const why = error._tag === 'Some' ? `: ${error.value.message}` : ''
  const pause = delay._tag === 'Some' ? ` for ${String(Math.round(delay.value))} ms` : ''
  return ['error', `nothing is sent${pause}, the service only fails${why}`]
}

const budgetLine = ({ scope, quiet }: BudgetChanged, isNews: boolean): Line =>
  quiet > 0
    ? [isNews ? 'warn' : 'debug', `${scope}: held back for ${String(Math.round(quiet))} ms, as the service asks`]
    : ['debug', `${scope}: the budget has changed`]

const setBackLine = ({ handedOut, dropped }: RowsSetBack): string =>
  `rows came older than before: ${String(handedOut)} handed out, ${String(dropped)} left out`

const lineOf = (event: ClientEvent, isNewQuiet: boolean): Line => {
  const { operation } = event
  switch (event._tag) {
    case 'Requested':
      return ['debug', `${operation}: asked`]
    case 'Responded':
      return ['debug', `${operation}: answered with ${String(event.status)}`]
    case 'Retried':
      return ['warn', `${event.error.message}; ${again(event.delay)}`]
    case 'TokenRenewed':
      return ['info', 'a new token is in use']
    case 'TokenFailed':
      return event.delay._tag === 'Some'
        ? ['warn', `no token: ${event.error.message}; ${again(event.delay.value)}`]
        : ['error', `no token: ${event.error.message}`]
    case 'WatcherStarted':
      return ['info', `${operation}: watcher ${String(event.watcher)} has started`]
    case 'WatcherEnded':
      return ['info', `${operation}: watcher ${String(event.watcher)} has ended`]
    case 'Polled':
      return event.error._tag === 'Some'
        ? ['warn', `${event.error.value.message}; ${again(event.delay)}`]
        : ['debug', `${operation}: up to date; ${again(event.delay)}`]
    case 'Restarted':
      return ['warn', `${event.error.message}; the round begins again`]
    case 'RowRejected':
      return ['warn', `${operation}: a row could not be decoded`]
    case 'RowsSetBack':
      return ['warn', `${operation}: ${setBackLine(event)}`]
    case 'BudgetChanged':
      return budgetLine(event, isNewQuiet)
    case 'CircuitChanged':
      return circuitLine(event)
  }
}

/** Makes the lines of one log: they depend on what was logged before, as a quiet is news but once. */
export const logEntry = (): ((event: ClientEvent) => LogEntry) => {
  const quietUntil = new Map<BudgetScope, number>()

  const isNewQuiet = (event: ClientEvent): boolean => {
    if (event._tag !== 'BudgetChanged' || event.quiet === 0) return false
    const end = event.time.getTime() + event.quiet
    const isNews = end >= (quietUntil.get(event.scope) ?? 0) + later
    if (isNews) quietUntil.set(event.scope, end)
    return isNews
  }

  return (event) => {
    const [level, message] = lineOf(event, isNewQuiet(event))
    return { level, entry: fieldsOf(event), message: escaped(message) }
  }
}
