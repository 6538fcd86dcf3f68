import picocolors from 'picocolors'
import {
  concat,
  defer,
  EMPTY,
  filter,
  ignoreElements,
  map,
  mergeWith,
  type Observable,
  of,
  type SchedulerAction,
  startWith,
  switchMap,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { bridge2025 } from '../../service/bridge/bridge2025.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import { dialect2025 } from '../../testing/sandbox/bridge2025/dialect2025.js'
import { createSandbox } from '../../testing/sandbox/createSandbox.js'
import type { Fault } from '../../testing/sandbox/Fault.js'
import type { JournalEntry, Outcome } from '../../testing/sandbox/journal.js'
import type { RefreshConfig } from '../../testing/sandbox/refreshes.js'
import type { WebhookEntry } from '../../testing/sandbox/WebhooksConfig.js'
import { commandEnd } from '../endSignals.js'
import { clockTime, count, plural, printable } from '../formatText.js'
import { type Colors, type Line, printLine, type Tone } from '../styledLine.js'
import { introduction, introductionJson } from './introduction.js'

/** The start and the speed of a clock. */
interface AcceleratedClockConfig {
  /** Its first time, in milliseconds since 1970; default: now. */
  readonly start?: number
  /** How many of its seconds pass in a second; default 1. */
  readonly speed?: number
}

/** A clock that starts at another time, or runs faster than the system's; its timers fire sooner, too. */
export const acceleratedClock = ({ start = systemClock.wall(), speed = 1 }: AcceleratedClockConfig): Clock => {
  const startedAt = systemClock.monotonic()
  const monotonic = (): number => (systemClock.monotonic() - startedAt) * speed
  const wall = (): number => start + monotonic()

  const accelerate = <T>(action: SchedulerAction<T>): SchedulerAction<T> =>
    Object.create(action, {
      schedule: { value: (state?: T, ms = 0) => action.schedule(state, ms / speed) },
    }) as SchedulerAction<T>

  return {
    wall,
    monotonic,
    scheduler: {
      now: wall,
      schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, ms = 0, state?: T) =>
        systemClock.scheduler.schedule<T>(
          function (nextState) {
            work.call(accelerate(this), nextState)
          },
          ms / speed,
          state,
        ),
    },
  }
}

/** A webhook as a line of text. */
export const webhookLine = ({ time, type, status }: WebhookEntry, colors: Colors, width: number): string => {
  const isAccepted = typeof status === 'number' && status < 300
  const statusSpan = [isAccepted ? 'good' : 'bad', String(status).padEnd(4)] as const
  return printLine(colors, [['faint', ` ${clockTime(time)}  `], statusSpan, ['faint', ' webhook '], type], width)
}

/** A webhook as a line of JSON. */
export const webhookJson = ({ time, type, userUuid, attempts, status }: WebhookEntry): string =>
  JSON.stringify({ time, type: 'Webhook', event: type, user_uuid: userUuid, attempts, status })

/** The printed part of a request that has ended. It has no query, headers or body, which may be private. */
interface EndedRequest {
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

/** The options of `rxbank sandbox`; `tokenLifetime` in milliseconds of its clock. */
export interface SandboxOptions {
  readonly seed: number
  readonly port: number
  readonly users: number
  /** How many unrelated transactions each user has; default: those of a life. */
  readonly transactions?: number
  readonly tokenLifetime: number
  readonly clientId: string
  /** The deployment that the sandbox imitates. */
  readonly profile: ServiceProfile
  readonly enforceLimits?: boolean
  readonly fault?: ReadonlyArray<Fault>
  /** The start of its clock; default: now. */
  readonly now?: Date
  /** How many seconds of its clock pass in a second. */
  readonly speed: number
  /** The interval of refreshes of all items, in milliseconds of its clock; default: no refreshes. */
  readonly refresh?: number
  /** The URL that webhooks are sent to; default: no webhooks. */
  readonly webhook?: string
}

/** The default duration of a refresh plus time for its end, in milliseconds. */
const refreshTime = 10_000

/** The durations of a refresh that ends before the next one begins: a refresh that is replaced sends no webhook. */
const refreshDurations = (every: number): RefreshConfig =>
  every > refreshTime ? {} : { authenticating: every / 4, retrieving: every / 2 }

/**
 * Runs a sandbox on a port of this machine until Ctrl-C, and prints each request: as text on a terminal, otherwise as
 * JSON.
 */
export const runSandbox = (options: SandboxOptions): Observable<never> =>
  defer(() => {
    const { port, clientId, fault = [], now: start, speed, refresh, webhook, ...config } = options
    const { stdout } = process
    const is2025 = config.profile.name === bridge2025.name
    const service = createSandbox({
      ...config,
      ...(is2025 && { dialect: dialect2025 }),
      credentials: { clientId, clientSecret: 'sandbox-secret' },
      clock: acceleratedClock({ speed, ...(start && { start: start.getTime() }) }),
      ...(webhook !== undefined && { webhooks: { url: webhook } }),
    })
    fault.forEach(service.faults.add)
    const { journal, listen, now, webhooks } = service
    const width = (): number => stdout.columns || 80
    const requests$ = journal.changes$.pipe(
      filter(({ status }) => status !== 'pending'),
      map((entry) => endedRequest(entry, now(), speed)),
    )
    const webhooks$ = webhooks.changes$.pipe(filter(({ status }) => status !== 'pending'))
    const text = (baseUrl: string): Observable<string> =>
      requests$.pipe(
        map((request) => requestLine(request, picocolors, width())),
        mergeWith(webhooks$.pipe(map((entry) => webhookLine(entry, picocolors, width())))),
        startWith(...introduction(service, baseUrl, picocolors, width(), config.profile)),
      )
    const json = (baseUrl: string): Observable<string> =>
      requests$.pipe(
        map(requestJson),
        mergeWith(webhooks$.pipe(map(webhookJson))),
        startWith(introductionJson(service, baseUrl, config.profile)),
      )
    // The first line is empty because terminals print `^C` on it.
    const farewell = defer(() => of('', ` rxbank sandbox ended after ${plural(journal.counts().started, 'request')}`))

    const refreshes$ = (every: number): Observable<never> =>
      timer(0, every / speed).pipe(
        tap(() => {
          const durations = refreshDurations(every)
          for (const { itemIds } of service.users) itemIds.forEach((id) => service.refresh(id, durations))
        }),
        ignoreElements(),
      )
    const lines$ = listen(port).pipe(
      switchMap(stdout.isTTY ? text : json),
      mergeWith(refresh === undefined ? EMPTY : refreshes$(refresh)),
      takeUntil(commandEnd(stdout)),
    )
    return (stdout.isTTY ? concat(lines$, farewell) : lines$).pipe(
      tap((line) => stdout.write(`${line}\n`)),
      ignoreElements(),
    )
  })
