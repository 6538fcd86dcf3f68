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
  startWith,
  switchMap,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import { bridge2025 } from '../../service/bridge/bridge2025.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import { dialect2025 } from '../../testing/sandbox/bridge2025/dialect2025.js'
import { createSandbox } from '../../testing/sandbox/createSandbox.js'
import type { Fault } from '../../testing/sandbox/Fault.js'
import type { RefreshConfig } from '../../testing/sandbox/refreshes.js'
import { commandEnd } from '../endSignals.js'
import { plural } from '../formatText.js'
import { acceleratedClock } from './acceleratedClock.js'
import { introduction, introductionJson } from './introduction.js'
import { endedRequest, requestJson, requestLine } from './requestLine.js'
import { webhookJson, webhookLine } from './webhookLine.js'

/** The options of `rxbank sandbox`; `tokenLifetime` in milliseconds of its clock. */
export interface SandboxOptions {
  readonly seed: number
  readonly port: number
  readonly users: number
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
