import {
  catchError,
  concat,
  defer,
  EMPTY,
  endWith,
  filter,
  groupBy,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  Subject,
  take,
  takeUntil,
  tap,
  throttleTime,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { ClientEvent, PermitsFailed, TokenStoreFailure } from '../../base/event/ClientEvent.js'
import type { Feed } from '../../mirror/core/Feed.js'
import { createFleet, type Fleet } from '../../mirror/fleet/createFleet.js'
import { createPermits } from '../../mirror/postgres/createPermits.js'
import { runGracefully } from '../../server/watcher/runGracefully.js'
import { StopTimeout } from '../../server/watcher/StopTimeout.js'
import type { RequestLimit } from '../../service/profile/rateLimits.js'
import { usageError } from '../CommandError.js'
import { commandEnd } from '../endSignals.js'
import type { InvalidRows } from '../optionParsers.js'
import { reportLine } from '../output/jsonLine.js'
import { collectSettings } from '../service/collectSettings.js'
import { connectApplication, profileOf } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { drainRequested } from './drainFleet.js'
import { allSettings, databaseName, databaseUrl, keysVariable, sealKeys } from './fleetSettings.js'
import type { ClientFailure, FleetReport, ReportBody } from './fleetStatus.js'
import { reportText } from './reportText.js'
import { type Database, databaseFailureTexts, withDatabase } from './withDatabase.js'
import { workerReports } from './workerReports.js'

/** The minimum time between two reports of failures with the same reason, in milliseconds. */
export const minReportInterval = 60_000

const isFailure = (event: ClientEvent): event is Extract<ClientEvent, ClientFailure> =>
  event._tag === 'PermitsFailed' || event._tag === 'TokenStoreFailed'

const tokenFailureTexts: Readonly<Record<TokenStoreFailure, string>> = {
  ...databaseFailureTexts,
  failed: 'the database failed',
  late: 'the database did not answer within 5 seconds',
  invalid: 'the database contains an invalid token',
  busy: 'another worker has been authenticating for five minutes',
  unreadable: `no key of this worker can decrypt them: give all workers the same keys in ${keysVariable}`,
}

const permitFailureTexts: Readonly<Record<PermitsFailed['reason'], string>> = {
  ...databaseFailureTexts,
  error: 'the database failed',
  timeout: 'the database did not answer within 10 seconds',
}

const reportOf = (event: ClientFailure, times: number): ReportBody =>
  event._tag === 'PermitsFailed'
    ? { type: event._tag, reason: event.reason, times, error: permitFailureTexts[event.reason] }
    : { type: event._tag, reason: event.reason, times, error: tokenFailureTexts[event.reason] }

/**
 * The reports of failures of shared permits and of the store of tokens: the first failure of each reason at once, then
 * at most one report a minute for each reason, with the number of failures since the last one.
 */
export const clientReports = (events$: Observable<ClientEvent>, clock: Clock): Observable<ReportBody> =>
  events$.pipe(
    filter(isFailure),
    groupBy(({ _tag, reason }) => `${_tag} ${reason}`),
    mergeMap((sameReason$) => {
      let times = 0
      return sameReason$.pipe(
        tap(() => times++),
        throttleTime(minReportInterval, clock.scheduler, { leading: true, trailing: true }),
        map((event) => {
          const report = reportOf(event, times)
          times = 0
          return report
        }),
      )
    }),
  )

/** The options of `rxbank fleet up`; times in milliseconds. */
export interface UpOptions extends ServiceOptions {
  readonly every: number
  readonly maxInterval?: number
  readonly feeds?: ReadonlyArray<Feed>
  readonly onInvalidRow?: InvalidRows
  /** The notices of consents to report, in days before their end; default: consents are not reported. */
  readonly consents?: ReadonlyArray<number>
  /** The limit of the application at the service, which all processes share; default: the profile's. */
  readonly limit?: RequestLimit
  /** How many rounds this process runs at once. */
  readonly rounds: number
  readonly json?: boolean
  readonly verbose?: boolean
}

/** The parameters of {@link workUntilEnded}. */
export interface WorkConfig {
  readonly work: Fleet['work']
  /** The events of the client that the rounds use. */
  readonly events$: Observable<ClientEvent>
  /** Emits once when the fleet is being drained. */
  readonly drain$: Observable<unknown>
  /** Emits once when this process must end. */
  readonly ending$: Observable<unknown>
  readonly clock: Clock
  readonly isVerbose: boolean
}

/**
 * Runs rounds until a signal or a drain of the fleet, then lets the running rounds end, and completes. After eight seconds
 * it aborts the remaining rounds and returns them, so that another worker starts them again.
 */
export const workUntilEnded = ({
  work,
  events$,
  drain$,
  ending$,
  clock,
  isVerbose,
}: WorkConfig): Observable<ReportBody> =>
  defer(() => {
    const stops$ = new Subject<ReportBody>()
    const stopReport = (reason: 'drain' | 'signal'): ReportBody => ({ type: 'Stopping', reason })
    const stop$ = merge(
      drain$.pipe(map(() => stopReport('drain'))),
      ending$.pipe(map(() => stopReport('signal'))),
    ).pipe(
      take(1),
      tap((report) => stops$.next(report)),
    )
    const workEvents$ = runGracefully([work], { stop$, clock }).pipe(
      catchError((error: unknown) => {
        if (error instanceof StopTimeout) return EMPTY
        throw error
      }),
    )
    const end$ = stops$.pipe(ignoreElements(), endWith(undefined))
    return merge(
      clientReports(events$, clock).pipe(takeUntil(end$)),
      workerReports(workEvents$, clock, isVerbose).pipe(tap({ finalize: () => stops$.complete() })),
      stops$,
    )
  })

/** The limit that all processes share. Throws if the options of the service or of the application are missing or wrong. */
const applicationLimit = (options: UpOptions): RequestLimit | undefined => {
  connectApplication(options)
  return options.limit ?? profileOf(collectSettings(options, process.env)).limits.application
}

const refuseTooFast = ({ every, maxInterval = every }: UpOptions): void => {
  if (maxInterval < every) throw usageError('--max-interval is shorter than --every')
}

const refuseWithoutItems = ({ consents, feeds }: UpOptions): void => {
  if (consents !== undefined && feeds?.includes('items') === false)
    throw usageError('--consents needs items in --feeds')
}

const fleetOf = (database: Database, options: UpOptions, keys: ReadonlyArray<string>) => {
  const { every, maxInterval, feeds, onInvalidRow, consents: noticeDays, rounds, limit } = options
  const { pool, mirror, engine, tokens } = database
  const permits = limit && createPermits({ pool, application: limit, onOutdatedTables: 'error' })
  const tokenStore = keys.length > 0 ? tokens : undefined
  const client = connectApplication(options, { ...(permits && { permits }), ...(tokenStore && { tokenStore }) })
  const name = engine.workerName()
  const { work } = createFleet({
    client,
    mirror,
    engine,
    every,
    concurrency: { scheduled: rounds },
    ...(maxInterval !== undefined && { maxInterval }),
    ...(feeds && { feeds }),
    ...(onInvalidRow && { onInvalidRow }),
    ...(noticeDays && { consents: { noticeDays } }),
    ...(limit && { quota: limit }),
  })
  /** Completes if the tables exist and are of this version. */
  const checkTables$ = concat(
    engine.status(),
    mirror.users().pipe(take(1)),
    permits?.status() ?? EMPTY,
    tokenStore?.erasure.ready ?? EMPTY,
  ).pipe(ignoreElements())
  return {
    checkTables$,
    name,
    worker: { work: (stop$?: Observable<unknown>) => work(stop$, name), events$: client.events$ },
  }
}

/** Runs rounds until Ctrl-C, another signal, or a drain of the fleet, and prints reports. */
export const runWorker = (options: UpOptions): Observable<never> =>
  defer(() => {
    const [url, keys, limit] = allSettings(
      () => databaseUrl(process.env),
      () => sealKeys(process.env),
      () => applicationLimit(options),
      () => refuseTooFast(options),
      () => refuseWithoutItems(options),
    )
    const { stdout } = process
    const isText = stdout.isTTY && options.json !== true
    const printReport = (body: ReportBody): void => {
      const report: FleetReport = { time: new Date(systemClock.wall()), ...body }
      stdout.write(`${isText ? reportText(report) : reportLine(report)}\n`)
    }
    return withDatabase({ url, keys }, (database) => {
      const { every, rounds, verbose: isVerbose = false } = options
      const ending$ = commandEnd(stdout)
      const { checkTables$, name, worker } = fleetOf(database, { ...options, ...(limit && { limit }) }, keys)
      const startReport: ReportBody = { type: 'Started', worker: name, database: databaseName(url), every, rounds }
      const drain$ = drainRequested(database.pool)
      return concat(
        checkTables$,
        of(startReport),
        workUntilEnded({ ...worker, drain$, ending$, clock: systemClock, isVerbose }),
      )
    }).pipe(tap(printReport), ignoreElements())
  })
