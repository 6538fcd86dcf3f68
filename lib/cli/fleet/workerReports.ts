import { toUnion } from 'fp-ts/lib/Either.js'
import {
  concat,
  concatMap,
  connect,
  defer,
  endWith,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { FleetEvent } from '../../mirror/fleet/FleetEvent.js'
import { majorUnits } from '../../service/model/minorUnits.js'
import { errorText } from '../reportError.js'
import type { ReportBody, Tally } from './fleetStatus.js'
import { databaseErrorText } from './withDatabase.js'

/** Milliseconds between two reports of totals. */
const totalsInterval = 60_000

const emptyTally: Tally = { rounds: 0, changed: 0, removed: 0, failed: 0, superseded: 0, lag: 0 }

/** Adds an event to the totals. */
const addToTally = (tally: Tally, event: FleetEvent): Tally => {
  if (!('lag' in event)) return tally
  const updated = { ...tally, rounds: tally.rounds + 1, lag: Math.max(tally.lag, event.lag) }
  switch (event._tag) {
    case 'RoundEnded':
      return { ...updated, changed: tally.changed + event.changed, removed: tally.removed + event.removed }
    case 'RoundSuperseded':
      return { ...updated, superseded: tally.superseded + 1 }
    default:
      return { ...updated, failed: tally.failed + 1 }
  }
}

const describeError = (error: unknown): string => databaseErrorText(error) ?? errorText(error)

/** The reports that are printed at once for an event. A successful round has none, unless `isVerbose`. */
const reportOf = (event: FleetEvent, isVerbose: boolean): ReadonlyArray<ReportBody> => {
  switch (event._tag) {
    case 'RoundEnded': {
      const { _tag: type, user, changed, removed } = event
      return isVerbose ? [{ type, user, changed, removed }] : []
    }
    case 'RoundFailed': {
      const { _tag: type, user, lane, failures, error, wait } = event
      return [{ type, user, lane, failures, error: describeError(error), wait }]
    }
    case 'UserSuspended':
      return [
        {
          type: event._tag,
          user: event.user,
          reason: event.reason,
          ...(event.wait !== undefined && { wait: event.wait }),
        },
      ]
    case 'UserResumed':
      return [{ type: event._tag, user: event.user }]
    case 'FeedSuspended':
      return [{ type: event._tag, user: event.user, feed: event.feed, reason: event.reason }]
    case 'FeedResumed':
      return [{ type: event._tag, user: event.user, feed: event.feed }]
    case 'UserReplaced':
      return [{ type: event._tag, user: event.user, uuid: event.uuid }]
    case 'ConsentReported': {
      const { consent } = event
      const { _tag: change, itemId: item } = consent
      const days = change === 'ending' ? consent.noticeDays : null
      const endsAt = change === 'unreadable' ? null : consent.endsAt
      return [{ type: event._tag, user: event.user, item, change, days, ends_at: endsAt }]
    }
    case 'BalanceMismatch': {
      const { _tag: type, user, account, currency, since } = event
      const amount = (units: bigint): string => String(toUnion(majorUnits(units, currency)))
      const amounts = {
        reported: amount(event.reported),
        expected: amount(event.expected),
        difference: amount(event.difference),
      }
      return [{ type, user, account, currency, ...amounts, since }]
    }
    case 'ConsentsFailed':
      return [{ type: event._tag, error: describeError(event.error), delay: event.delay }]
    case 'WorkersDied':
      return [{ type: event._tag, workers: event.workers, rounds: event.rounds }]
    case 'RoundsRestored':
      return [{ type: event._tag, users: event.users }]
    case 'EngineLost':
      return [{ type: event._tag, error: describeError(event.error), delay: event.delay }]
    case 'WorkerPaused':
      return [{ type: event._tag, failures: event.failures, error: describeError(event.error), delay: event.delay }]
    default:
      return []
  }
}

/**
 * Creates a filter of a worker's events, which has state: while the worker pauses again and again, it omits failed rounds
 * with the error of the last pause, until a round succeeds.
 */
const createNewsFilter = (): ((event: FleetEvent) => boolean) => {
  let pauseError: string | undefined
  return (event) => {
    if (event._tag === 'RoundFailed') return describeError(event.error) !== pauseError
    if (event._tag === 'RoundEnded') pauseError = undefined
    if (event._tag === 'WorkerPaused') pauseError = describeError(event.error)
    return true
  }
}

/**
 * The reports of a worker: failures and other events at once, totals every minute, and the totals of the whole run at the
 * end.
 */
export const workerReports = (
  events$: Observable<FleetEvent>,
  clock: Clock,
  isVerbose: boolean,
): Observable<ReportBody> =>
  defer(() => {
    let minute = emptyTally
    let total = emptyTally
    const counted$ = events$.pipe(
      tap((event) => {
        minute = addToTally(minute, event)
        total = addToTally(total, event)
      }),
    )
    const takeMinuteReport = (): ReportBody => {
      const tally = minute
      minute = emptyTally
      return { type: 'Worked', ...tally }
    }
    const running$ = counted$.pipe(
      connect((shared$) => {
        const end$ = shared$.pipe(ignoreElements(), endWith(undefined))
        const minutes$ = timer(totalsInterval, totalsInterval, clock.scheduler).pipe(
          map(takeMinuteReport),
          takeUntil(end$),
        )
        return merge(
          shared$.pipe(
            filter(createNewsFilter()),
            concatMap((event) => reportOf(event, isVerbose)),
          ),
          minutes$,
        )
      }),
    )
    return concat(
      running$,
      defer(() => of<ReportBody>({ type: 'Ended', ...total })),
    )
  })
