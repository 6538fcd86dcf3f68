import type { Observable, Subscription } from 'rxjs'
import { methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { shorten } from '../../base/codec/issues.js'
import { isClientError } from '../../base/error/ClientError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type {
  BudgetChanged,
  BudgetScope,
  CircuitChanged,
  ClientEvent,
  PermitsFailed,
  RowsReverted,
  WatcherEnded,
} from '../../base/event/ClientEvent.js'
import { escapeControls } from './escapeControls.js'
import type { Logger } from './Logger.js'

/** A line of a log. */
interface LogEntry {
  readonly level: keyof Logger
  readonly entry: object
  readonly message: string
}

type LogLine = readonly [level: keyof Logger, message: string]

/**
 * Each waiting request emits an event about the cool-down. If a cool-down ends at least this many milliseconds later
 * than the previous one, it is a new one.
 */
const coolDownTolerance = 1000

const isOption = (value: unknown): value is { readonly _tag: 'None' | 'Some'; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

/** Converts the value of a field for the log: an error becomes a plain object. */
const toPlain = (value: unknown): unknown => {
  if (isClientError(value)) return value.toJSON()
  return value instanceof Error ? { name: value.name, message: shorten(value.message) } : value
}

const inspect = Symbol.for('nodejs.util.inspect.custom')

/** The fields of an event, without those that are `None`, so that `console` prints them on one line. */
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

const endedLine = (event: ClientEvent & WatcherEnded): LogLine => {
  const text = `${nameOf(event)}: watcher ${String(event.watcher)} has ended`
  return event.error === undefined ? ['info', text] : ['error', `${text}: ${shorten(event.error.message)}`]
}

const inMilliseconds = (ms: number): string => `in ${String(Math.round(ms))} ms`

/** Says that there is no token, unless the message of the error says so. */
const noToken = ({ message }: Error): string => (message.startsWith('no token') ? message : `no token: ${message}`)

const circuitLine = ({ state, error, delay }: CircuitChanged): LogLine => {
  if (state === 'closed') return ['info', 'the service answers again; requests are sent']
  if (state === 'half-open') return ['info', 'one request is sent to test the service']
  const why = error._tag === 'Some' ? `: ${error.value.message}` : ''
  const pause = delay._tag === 'Some' ? ` for ${String(Math.round(delay.value))} ms` : ''
  return ['error', `nothing is sent${pause}, because every request fails${why}`]
}

const budgetLine = ({ scope, coolDown, wait }: BudgetChanged, isNew: boolean): LogLine => {
  if (coolDown > 0)
    return [isNew ? 'warn' : 'debug', `${scope}: after a 429, nothing is sent for ${String(Math.round(coolDown))} ms`]
  if (!isNew) return ['debug', `${scope}: the budget has changed`]
  const firstWait = wait === undefined ? '' : `, the first for about ${String(Math.ceil(wait / 1000))} s`
  return ['info', `${scope}: background requests wait for the budget${firstWait}`]
}

const permitsFailure = ({ reason }: PermitsFailed): string => {
  if (reason === 'timeout') return 'not answered'
  return reason === 'error' ? 'failed' : `failed (${reason})`
}

const olderVersionsText = ({ emitted, dropped }: RowsReverted): string =>
  `older versions of rows arrived: ${String(emitted)} emitted, ${String(dropped)} dropped`

const lineOf = (event: ClientEvent, isNew: boolean): LogLine => {
  const name = nameOf(event)
  const labelSuffix = event.label === undefined ? '' : ` (${event.label})`
  switch (event._tag) {
    case 'Requested':
      return ['debug', `${name}: request sent`]
    case 'Responded':
      return ['debug', `${name}: answered with ${String(event.status)}`]
    case 'Retried':
      return ['warn', `${event.error.message}${labelSuffix}; retrying ${inMilliseconds(event.delay)}`]
    case 'TokenRenewed':
      return ['info', 'a new token is in use']
    case 'TokenFailed':
      return event.delay._tag === 'Some'
        ? ['warn', `${noToken(event.error)}; retrying ${inMilliseconds(event.delay.value)}`]
        : ['error', noToken(event.error)]
    case 'TokenStoreFailed':
      return ['warn', `the token store failed (${event.action}, ${event.reason}); the client goes on without it`]
    case 'WatcherStarted':
      return ['info', `${name}: watcher ${String(event.watcher)} has started`]
    case 'WatcherEnded':
      return endedLine(event)
    case 'Polled':
      return event.error._tag === 'Some'
        ? ['warn', `${event.error.value.message}${labelSuffix}; retrying ${inMilliseconds(event.delay)}`]
        : ['debug', `${name}: up to date; next poll ${inMilliseconds(event.delay)}`]
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
      return ['warn', `the source of permits has ${permitsFailure(event)}; retrying ${inMilliseconds(event.delay)}`]
    case 'CircuitChanged':
      return circuitLine(event)
    case 'ApiVersionSunset':
      return [
        'warn',
        `the service retires API version ${event.serviceVersion}, which this client uses, on ${event.date}`,
      ]
  }
}

/**
 * Creates the function that turns events into log entries. It has state: a cool-down is a warning only the first time, and
 * waiting background requests are logged only when the waiting begins.
 */
const createLogFormatter = (): ((event: ClientEvent) => LogEntry) => {
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
    if (isWaiting || event.coolDown > 0 || event.wait === undefined) return false
    isWaiting = true
    return true
  }

  return (event) => {
    const [level, message] = lineOf(event, isNewCoolDown(event) || isNewWait(event))
    return { level, entry: fieldsOf(event), message: escapeControls(message) }
  }
}

const events = observableCodec<Observable<ClientEvent>>('')
const levels = methodsCodec<Logger>('a logger with debug, info, warn and error', 'debug', 'info', 'warn', 'error')

/**
 * Logs the events of a client: one line for each event, without secrets, tokens or rows, but with the `label` of a watcher
 * and the message of an error of `process` or of the store that ended it.
 *
 * Subscribes at once; unsubscribe to stop logging. Each line has an object with the event's fields, and a sentence:
 *
 * | Level   | Events                                                                                                    |
 * | ------- | --------------------------------------------------------------------------------------------------------- |
 * | `debug` | `Requested`, `Responded`, `Polled` after a success, `BudgetChanged`                                        |
 * | `info`  | `TokenRenewed`, `WatcherStarted`, `WatcherEnded` without an error, a circuit that is `half-open` or `closed` again, `BudgetChanged` when background requests begin to wait |
 * | `warn`  | `Retried`, `Polled` after a failure, `Restarted`, `FieldMismatch`, `RowRejected`, `RowsReverted`, `InexactAmount`, `ApiVersionSunset`, `TokenFailed` that is tried again, `TokenStoreFailed`, `PermitsFailed`, a new cool-down |
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
 * const logging = logEvents(client.events$, { debug: log, info: log, warn: log, error: log })
 * await lastValueFrom(client.categories.pages())
 * logging.unsubscribe()
 * assert.deepStrictEqual(lines, ['categories.list: request sent', 'categories.list: answered with 200'])
 */
export const logEvents = (events$: Observable<ClientEvent>, logger: Logger): Subscription => {
  if (!events.is(events$)) throw wrongOption('/events$', 'the events$ of a client')
  if (!levels.is(logger)) throw wrongOption('/logger', levels.name)
  const format = createLogFormatter()
  return events$.subscribe((event) => {
    const { level, entry, message } = format(event)
    logger[level](entry, message)
  })
}
