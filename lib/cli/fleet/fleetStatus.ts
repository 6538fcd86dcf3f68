import { toNullable } from 'fp-ts/lib/Option.js'
import picocolors from 'picocolors'
import {
  auditTime,
  catchError,
  combineLatest,
  concatMap,
  defer,
  exhaustMap,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  scan,
  startWith,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { PermitsFailed, TokenStoreFailed } from '../../base/event/ClientEvent.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import type { MirrorConsent } from '../../mirror/consents/MirrorConsent.js'
import type { Feed } from '../../mirror/core/Feed.js'
import type { Mirror } from '../../mirror/core/Mirror.js'
import type { Lane } from '../../mirror/fleet/Engine.js'
import { commandEnd, interruption } from '../endSignals.js'
import { fullScreen, type Terminal } from '../fullScreen.js'
import { reportLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/openFile.js'
import type { Colors } from '../styledLine.js'
import { databaseName, databaseUrl } from './fleetSettings.js'
import { type FleetReading, type FleetSources, readFleet, unlessOutdated } from './readFleet.js'
import {
  initialStatusState,
  reduceStatus,
  type StatusEvent,
  statusLines,
  statusScreen,
  type StatusState,
} from './statusScreen.js'
import { databaseErrorText, withDatabase } from './withDatabase.js'

/** Totals over the rounds of a period. `lag`: the maximum wait of a due round for a worker, in milliseconds. */
export interface Tally {
  readonly rounds: number
  readonly changed: number
  readonly removed: number
  readonly failed: number
  readonly superseded: number
  readonly lag: number
}

/** A failure of the permits or the token store that the client shares with other processes. */
export type ClientFailure = PermitsFailed | TokenStoreFailed

/**
 * Failures with the same reason since their last report. `times` counts them; `error` says why they occur and what to
 * do.
 */
interface FailureReport<A extends ClientFailure> {
  readonly type: A['_tag']
  readonly reason: A['reason']
  readonly times: number
  readonly error: string
}

/** A line that `rxbank fleet up` prints, without its time. Periods are in milliseconds. */
export type ReportBody =
  | {
      readonly type: 'Started'
      /** The name of the worker in `rxbank fleet status`. */
      readonly worker: string
      readonly database: string
      readonly every: number
      readonly rounds: number
    }
  | { readonly type: 'RoundEnded'; readonly user: string; readonly changed: number; readonly removed: number }
  | {
      readonly type: 'RoundFailed'
      readonly user: string
      readonly lane: Lane
      readonly failures: number
      readonly error: string
      readonly wait: number
    }
  | { readonly type: 'UserSuspended'; readonly user: string; readonly reason: string; readonly wait?: number }
  | { readonly type: 'UserResumed'; readonly user: string }
  | { readonly type: 'FeedSuspended'; readonly user: string; readonly feed: Feed; readonly reason: string }
  | { readonly type: 'FeedResumed'; readonly user: string; readonly feed: Feed }
  | { readonly type: 'UserReplaced'; readonly user: string; readonly uuid: string }
  | {
      readonly type: 'ConsentReported'
      readonly user: string
      readonly item: number
      readonly change: MirrorConsent['_tag']
      readonly days: number | null
      readonly ends_at: Date | null
    }
  | {
      readonly type: 'BalanceMismatch'
      readonly user: string
      readonly account: string
      readonly currency: string
      readonly reported: string
      readonly expected: string
      readonly difference: string
      readonly since: Date
    }
  | { readonly type: 'ConsentsFailed'; readonly error: string; readonly delay: number }
  | { readonly type: 'WorkersDied'; readonly workers: ReadonlyArray<string>; readonly rounds: number }
  | { readonly type: 'RoundsRestored'; readonly users: number }
  | { readonly type: 'EngineLost'; readonly error: string; readonly delay: number }
  | { readonly type: 'WorkerPaused'; readonly failures: number; readonly error: string; readonly delay: number }
  | FailureReport<PermitsFailed>
  | FailureReport<TokenStoreFailed>
  | ({ readonly type: 'Worked' } & Tally)
  | { readonly type: 'Stopping'; readonly reason: 'drain' | 'signal' }
  | ({ readonly type: 'Ended' } & Tally)

/** A line that `rxbank fleet up` prints, with the time at which it is printed. */
export type FleetReport = { readonly time: Date } & ReportBody

/** The options of `rxbank fleet status`. */
export interface StatusOptions {
  readonly json?: boolean
  readonly watch?: boolean
}

/** Milliseconds between two readings of the fleet. */
const readInterval = 1000

/** The minimum time between two drawings of the screen, in milliseconds. */
const frameTime = 80

const budgetJson = ({ limit, coolDown, ...counts }: PermitStatus) => ({ ...limit, ...counts, cool_down: coolDown })

/** The state of a fleet as a line of JSON. Periods are in milliseconds. */
export const statusJson = (
  {
    status: { users, failingUsers, suspendedUsers, suspendedFeeds, dueRounds, lag, heldRounds, workers, pausedWorkers },
    budget,
    balanceMismatches,
    waitingProofs,
  }: FleetReading,
  time: Date,
): string => {
  const used = toNullable(budget)
  return reportLine({
    time,
    users,
    due: dueRounds,
    lag,
    held: heldRounds,
    workers,
    paused: pausedWorkers,
    failing: failingUsers,
    suspended: suspendedUsers,
    suspended_feeds: suspendedFeeds,
    balance_mismatches: balanceMismatches,
    waiting_proofs: waitingProofs.map(({ waitsFor, ...proof }) => ({ ...proof, waits_for: waitsFor })),
    budget: used && budgetJson(used),
  })
}

/** Emits the state of the screen, again after each reading and each change. Continues when the database fails. */
export const statusStates = (
  sources: FleetSources & { readonly mirror: Pick<Mirror, 'changes$'> },
  database: string,
  clock: Clock,
): Observable<StatusState> => {
  const toFailure = (error: unknown): Observable<StatusEvent> => {
    const failure = databaseErrorText(error)
    if (failure === undefined) throw error
    return of({ _tag: 'Failed', failure })
  }
  const readings$ = timer(0, readInterval, clock.scheduler).pipe(
    exhaustMap(() =>
      defer(() => readFleet(sources, clock.wall())).pipe(
        map((reading): StatusEvent => ({ _tag: 'Read', ...reading })),
        catchError(toFailure),
      ),
    ),
  )
  const seconds$ = timer(readInterval, readInterval, clock.scheduler).pipe(map((): StatusEvent => ({ _tag: 'Second' })))
  const changes$ = sources.mirror.changes$.pipe(
    map((change): StatusEvent => ({ _tag: 'Notified', change, time: new Date(clock.wall()) })),
    // If all tables are outdated, the readings report it.
    unlessOutdated<StatusEvent>({ _tag: 'Unlogged' }),
    catchError(toFailure),
  )
  const start = initialStatusState(database)
  return merge(readings$, seconds$, changes$).pipe(scan(reduceStatus, start), startWith(start))
}

/** Shows states on a full screen, which is drawn again when they change, and when the terminal changes its size. */
export const showStatus = (
  states$: Observable<StatusState>,
  terminal: Terminal,
  colors: Colors,
  clock: Clock,
): Observable<never> =>
  fullScreen(terminal).pipe(
    switchMap(({ size, stale$, draw }) =>
      combineLatest([states$.pipe(auditTime(frameTime, clock.scheduler)), stale$.pipe(startWith(undefined))]).pipe(
        tap(([state]) => draw(statusScreen(state, { ...size(), colors, now: new Date(clock.wall()) }))),
      ),
    ),
    ignoreElements(),
  )

/**
 * Shows a fleet once: as text on a terminal, otherwise as a line of JSON. With `watch` it shows a screen on a terminal, and
 * otherwise a line each second, until Ctrl-C.
 */
export const status = ({ json = false, watch = false }: StatusOptions): Observable<never> =>
  defer(() => {
    const { stdout, env } = process
    const url = databaseUrl(env)
    const isText = stdout.isTTY && !json
    return withDatabase({ url }, (database) => {
      const now = (): Date => new Date(systemClock.wall())
      const toText = (reading: FleetReading): ReadonlyArray<string> => {
        const state = reduceStatus(initialStatusState(databaseName(url)), { _tag: 'Read', ...reading })
        return statusLines(state, { columns: stdout.columns, colors: picocolors, now: now() }, false)
      }
      if (!watch || !isText || env.TERM === 'dumb') {
        const toLines = isText && !watch ? toText : (reading: FleetReading) => [statusJson(reading, now())]
        const lines$ = (watch ? timer(0, readInterval, systemClock.scheduler) : timer(0, systemClock.scheduler)).pipe(
          exhaustMap(() => readFleet(database, systemClock.wall())),
          map(toLines),
        )
        const end$ = watch ? commandEnd(stdout) : interruption()
        return useWhileOpen(lineSink(undefined, { append: false }), ({ write }) =>
          lines$.pipe(concatMap(write), takeUntil(end$)),
        )
      }
      // The fleet is read once before the screen opens, so that the screen does not hide an error of the connection.
      return readFleet(database, systemClock.wall()).pipe(
        take(1),
        switchMap(() =>
          showStatus(statusStates(database, databaseName(url), systemClock), stdout, picocolors, systemClock),
        ),
        takeUntil(commandEnd(stdout)),
      )
    })
  })
