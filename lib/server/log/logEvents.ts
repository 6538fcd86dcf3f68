import { Console } from 'node:console'
import type { Observable, Subscription } from 'rxjs'
import { shortWaitMs } from '../../base/clock/shortWait.js'
import { methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { shorten } from '../../base/codec/issues.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { isClientError } from '../../base/error/ClientError.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type {
  BudgetChanged,
  BudgetScope,
  CircuitChanged,
  ClientEvent,
  PermitsFailed,
  RowsReverted,
  WatcherEnded,
} from '../../base/event/ClientEvent.js'
import { formatDuration } from '../formatDuration.js'
import { escapeControls } from './escapeControls.js'
import type { Logger } from './Logger.js'
import { type FailureContext, trackFailures } from './trackFailures.js'

/** A line of a log. */
interface LogEntry {
  readonly level: keyof Logger
  readonly entry: object
  readonly message: string
}

type LogLine = readonly [level: keyof Logger, message: string]

/** What a line depends on besides its event. */
interface LineContext extends FailureContext {
  /** Whether the event starts a cool-down or a wait. */
  readonly isNew: boolean
}

/**
 * Each waiting request emits an event about the cool-down. A cool-down is new if it ends at least this many
 * milliseconds later than the previous one.
 */
const coolDownTolerance = 1000

const isOption = (value: unknown): value is { readonly _tag: 'None' | 'Some'; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

/**
 * Converts a value for the log: durations are rounded to milliseconds, and an error becomes a plain object without its
 * message, because the sentence contains the message.
 */
const toPlain = (value: unknown): unknown => {
  if (typeof value === 'number') return Math.round(value)
  if (!(value instanceof Error)) return value
  const fields = isClientError(value) ? value.toJSON() : { name: value.name }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (name === 'message' ? [] : [[name, toPlain(field)]])),
  )
}

const inspect = Symbol.for('nodejs.util.inspect.custom')

/** The fields of an event, without `None`, so that `console` prints them on one line. */
const fieldsOf = ({ _tag, time: _, operation, request, ...fields }: ClientEvent): object => {
  const present = Object.entries(fields).flatMap(
    ([name, value]: [string, unknown]): ReadonlyArray<[string, unknown]> => {
      const unwrapped = isOption(value) ? value.value : value
      return unwrapped === undefined ? [] : [[name, toPlain(unwrapped)]]
    },
  )
  const entry = { event: _tag, operation, ...(request > 0 && { request }), ...Object.fromEntries(present) }
  return Object.defineProperty(entry, inspect, { value: () => escapeControls(JSON.stringify(entry)) })
}

const nameOf = ({ operation, label }: ClientEvent): string =>
  label === undefined ? operation : `${operation} (${label})`

const endedLine = (event: ClientEvent & WatcherEnded, { isRepeated }: FailureContext): LogLine => {
  const text = `${nameOf(event)}: watcher ${String(event.watcher)} has ended`
  if (event.error === undefined) return ['info', text]
  return ['error', `${text}: ${isRepeated ? event.error.name : shorten(event.error.message)}`]
}

/** The window of a limit: `a minute`, `10 s`. */
const windowText = (milliseconds: number): string => {
  const names: Readonly<Record<number, string>> = { 1000: 'a second', 60_000: 'a minute', 3_600_000: 'an hour' }
  return names[milliseconds] ?? `in ${formatDuration(milliseconds)}`
}

const scopeTexts: Readonly<Record<BudgetScope, string>> = {
  application: 'for the application',
  user: 'for this user',
  authenticate: 'for authentications',
}

/** Says that there is no token, unless the message of the error says so. */
const noToken = ({ message }: Error): string => (message.startsWith('no token') ? message : `no token: ${message}`)

const afterText = (milliseconds: number): string => ` after ${formatDuration(milliseconds)}`

const circuitLine = ({ state, error, delay }: CircuitChanged, { isRepeated, outageMs }: FailureContext): LogLine => {
  if (state === 'closed')
    return ['info', `the service responds again${outageMs === undefined ? '' : afterText(outageMs)}; requests are sent`]
  if (state === 'half-open') return ['debug', 'one request is sent to test the service']
  const why = error._tag === 'Some' ? `: ${error.value.message}` : ''
  const pause = delay._tag === 'Some' ? ` for ${formatDuration(delay.value)}` : ''
  return [isRepeated ? 'debug' : 'error', `nothing is sent${pause}, because every request fails${why}`]
}

const budgetLine = ({ scope, limit, per, coolDown, wait = 0 }: BudgetChanged, isNew: boolean): LogLine => {
  if (coolDown > 0)
    return [isNew ? 'warn' : 'debug', `waiting ${formatDuration(coolDown)} after a 429 ${scopeTexts[scope]}`]
  if (!isNew || limit._tag === 'None' || per._tag === 'None') return ['debug', `${scope}: the budget has changed`]
  const rate = `${String(limit.value)} requests ${windowText(per.value)}`
  return ['info', `waiting ${formatDuration(wait)}: ${rate} ${scopeTexts[scope]}`]
}

const permitsFailure = ({ reason }: PermitsFailed): string => {
  if (reason === 'timeout') return 'not responded'
  return reason === 'error' ? 'failed' : `failed (${reason})`
}

const olderVersionsText = ({ emitted, dropped }: RowsReverted): string =>
  `older versions of rows arrived: ${String(emitted)} emitted, ${String(dropped)} dropped`

/** The line of an error after which the client tries again; a repeated one is for `debug`. */
const retryLine = (message: string, delay: number, { isRepeated }: FailureContext): LogLine => [
  isRepeated ? 'debug' : 'warn',
  `${message}; retrying in ${formatDuration(delay)}`,
]

const lineOf = (event: ClientEvent, context: LineContext): LogLine => {
  const name = nameOf(event)
  const labelSuffix = event.label === undefined ? '' : ` (${event.label})`
  const { isNew, outageMs } = context
  switch (event._tag) {
    case 'Requested':
      return ['debug', `${name}: request sent`]
    case 'Responded':
      return ['debug', `${name}: responded with ${String(event.status)}`]
    case 'Retried':
      return retryLine(`${event.error.message}${labelSuffix}`, event.delay, context)
    case 'TokenRenewed':
      return [
        'info',
        outageMs === undefined ? 'a new token is in use' : `a new token is in use${afterText(outageMs)} of failures`,
      ]
    case 'TokenFailed':
      return event.delay._tag === 'Some'
        ? retryLine(noToken(event.error), event.delay.value, context)
        : ['error', noToken(event.error)]
    case 'TokenStoreFailed':
      return ['warn', `the token store failed (${event.action}, ${event.reason}); the client goes on without it`]
    case 'WatcherStarted':
      return ['info', `${name}: watcher ${String(event.watcher)} has started`]
    case 'WatcherEnded':
      return endedLine(event, context)
    case 'Polled':
      if (event.error._tag === 'Some')
        return retryLine(`${event.error.value.message}${labelSuffix}`, event.delay, context)
      return outageMs === undefined
        ? ['debug', `${name}: up to date; next poll in ${formatDuration(event.delay)}`]
        : ['info', `${name}: the service responds again; up to date${afterText(outageMs)}`]
    case 'Restarted':
      return ['warn', `${event.error.message}${labelSuffix}; the round begins again`]
    case 'UserReplaced':
      return ['warn', `${name}: the user was deleted and created again, and everything is read again`]
    case 'FieldMismatch':
      return ['warn', `${name}: expected ${event.expected} at ${event.path}`]
    case 'RowRejected':
      return ['warn', `${name}: a row could not be decoded`]
    case 'RowsReverted':
      return ['warn', `${name}: ${olderVersionsText(event)}`]
    case 'InexactAmount':
      return ['warn', `${name}: rows without an exact amount: ${String(event.count)}`]
    case 'BudgetChanged':
      return budgetLine(event, isNew)
    case 'PermitsFailed':
      return ['warn', `the source of permits has ${permitsFailure(event)}; retrying in ${formatDuration(event.delay)}`]
    case 'CircuitChanged':
      return circuitLine(event, context)
    case 'ApiVersionSunset':
      return [
        'warn',
        `the service retires API version ${event.serviceVersion}, which this client uses, on ${event.date}`,
      ]
  }
}

/** Creates a function that returns whether an event starts a cool-down, or a wait for a limit. It has state. */
const trackWaits = (): ((event: ClientEvent) => boolean) => {
  const coolDownUntil = new Map<BudgetScope, number>()

  const isNewCoolDown = (event: ClientEvent): boolean => {
    if (event._tag !== 'BudgetChanged' || event.coolDown === 0) return false
    const end = event.time.getTime() + event.coolDown
    const isNew = end >= (coolDownUntil.get(event.scope) ?? 0) + coolDownTolerance
    if (isNew) coolDownUntil.set(event.scope, end)
    return isNew
  }

  let isWaiting = false

  const isNewWait = (event: ClientEvent): boolean => {
    if (event._tag !== 'BudgetChanged') return false
    if (event.waiting === 0) isWaiting = false
    if (isWaiting || event.coolDown > 0 || event.wait === undefined || event.wait <= shortWaitMs) return false
    isWaiting = true
    return true
  }

  return (event) => isNewCoolDown(event) || isNewWait(event)
}

/** Creates the function that turns events into log entries. It has state: what continues is logged once. */
const createLogFormatter = (): ((event: ClientEvent) => LogEntry) => {
  const startsWait = trackWaits()
  const failureContext = trackFailures()

  return (event) => {
    const context = { ...failureContext(event), isNew: startsWait(event) }
    const [level, message] = lineOf(event, context)
    return { level, entry: fieldsOf(event), message: escapeControls(message) }
  }
}

/** The levels, from the lowest on. */
const levelNames = ['debug', 'info', 'warn', 'error'] as const

/** The options of {@link logEvents}. */
export interface LogEventsConfig {
  /** The lowest level that is logged; default `info`. */
  readonly level?: keyof Logger
}

const logEventsConfig = /* @__PURE__ */ options('options', {}, { level: oneOf(...levelNames) })

const events = observableCodec<Observable<ClientEvent>>('')
const levels = methodsCodec<Logger>('a logger with debug, info, warn and error', 'debug', 'info', 'warn', 'error')

/**
 * Logs the events of a client: a line for each event from `level` on. Lines have no secrets, tokens or rows, but the
 * `label` of a watcher. If a watcher fails with an error of `process` or of the store, its line has the message.
 *
 * Subscribes at once; unsubscribe to stop logging. `console` writes all levels to stderr. Each line has an object with
 * the event's fields, and a sentence, which also has the message of an error. With the default `level`, `info`, a watcher
 * logs a line when it starts, for each token, when something waits, and when an outage begins and ends:
 *
 * | Level   | Events                                                                                                    |
 * | ------- | --------------------------------------------------------------------------------------------------------- |
 * | `debug` | `Requested`, `Responded`, `Polled` after a success, repeated failures, a circuit that is `half-open`, `BudgetChanged` |
 * | `info`  | `TokenRenewed`, `WatcherStarted`, `WatcherEnded` without an error, `Polled` after an outage, a circuit that is `closed` again, `BudgetChanged` when requests begin to wait for more than a second |
 * | `warn`  | the first `Retried` of a request, the first `Polled` with an error, `Restarted`, `FieldMismatch`, `RowRejected`, `RowsReverted`, `InexactAmount`, `ApiVersionSunset`, the first `TokenFailed` that is tried again, `TokenStoreFailed`, `PermitsFailed`, a new cool-down |
 * | `error` | `WatcherEnded` with an error, `TokenFailed` that is not transient, a circuit that is `open` |
 *
 * @example
 * import { createClient, documentedProfile } from 'rxbank'
 * import { logEvents } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: documentedProfile })
 * const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
 * const lines: Array<string> = []
 * const log = (_: object, message: string) => lines.push(message)
 * const logging = logEvents(client.events$, { debug: log, info: log, warn: log, error: log }, { level: 'debug' })
 * await lastValueFrom(client.categories.pages())
 * logging.unsubscribe()
 * assert.deepStrictEqual(lines, ['categories.list: request sent', 'categories.list: responded with 200'])
 */
export const logEvents = (
  events$: Observable<ClientEvent>,
  logger: Logger,
  config: LogEventsConfig = {},
): Subscription => {
  if (!events.is(events$)) throw wrongOption('/events$', 'the events$ of a client')
  if (!levels.is(logger)) throw wrongOption('/logger', levels.name)
  const { level: lowest = 'info' } = decodeOptions(logEventsConfig, config)
  const written = levelNames.slice(levelNames.indexOf(lowest))
  const format = createLogFormatter()
  const isConsole = logger instanceof Console
  return events$.subscribe((event) => {
    const { level, entry, message } = format(event)
    if (written.includes(level)) logger[isConsole ? 'error' : level](entry, message)
  })
}
