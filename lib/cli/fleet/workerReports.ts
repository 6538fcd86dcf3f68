import {
  concat,
  concatMap,
  connect,
  defer,
  endWith,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import type { FleetEvent } from '../../fleet.js'
import type { Clock } from '../../index.js'
import { inWords } from '../reportError.js'
import { databaseFailure } from './databaseErrorText.js'
import type { ReportBody, Tally } from './FleetReport.js'

/** Milliseconds between two reports of totals. */
export const totalsEvery = 60_000

const nothing: Tally = { rounds: 0, changed: 0, removed: 0, failed: 0, fenced: 0, lag: 0 }

/** Adds an event to the totals. */
export const counted = (tally: Tally, event: FleetEvent): Tally => {
  if (!('lag' in event)) return tally
  const one = { ...tally, rounds: tally.rounds + 1, lag: Math.max(tally.lag, event.lag) }
  switch (event._tag) {
    case 'RoundEnded':
      return { ...one, changed: tally.changed + event.changed, removed: tally.removed + event.removed }
    case 'RoundFenced':
      return { ...one, fenced: tally.fenced + 1 }
    default:
      return { ...one, failed: tally.failed + 1 }
  }
}

const words = (error: unknown): string => databaseFailure(error) ?? inWords(error)

/** The reports that are printed at once for an event: none for a round that succeeded, unless `isVerbose`. */
const reportOf = (event: FleetEvent, isVerbose: boolean): ReadonlyArray<ReportBody> => {
  switch (event._tag) {
    case 'RoundEnded': {
      const { _tag: type, user, changed, removed } = event
      return isVerbose ? [{ type, user, changed, removed }] : []
    }
    case 'RoundFailed': {
      const { _tag: type, user, lane, failures, error, wait } = event
      return [{ type, user, lane, failures, error: words(error), wait }]
    }
    case 'UserSetAside':
      return [
        {
          type: event._tag,
          user: event.user,
          reason: event.reason,
          ...(event.wait !== undefined && { wait: event.wait }),
        },
      ]
    case 'FeedSetAside':
      return [{ type: event._tag, user: event.user, feed: event.feed, reason: event.reason }]
    case 'FeedReadmitted':
      return [{ type: event._tag, user: event.user, feed: event.feed }]
    case 'UserReplaced':
      return [{ type: event._tag, user: event.user, uuid: event.uuid }]
    case 'TakenOver':
      return [{ type: event._tag, workers: event.workers, rounds: event.rounds }]
    case 'Rearmed':
      return [{ type: event._tag, users: event.users }]
    case 'EngineLost':
      return [{ type: event._tag, error: words(event.error), delay: event.delay }]
    case 'WorkerPaused':
      return [{ type: event._tag, failures: event.failures, error: words(event.error), delay: event.delay }]
    default:
      return []
  }
}

/**
 * The reports of a worker: failures and the like at once, totals once a minute, and the totals over the whole time at
 * the end.
 */
export const reports = (events$: Observable<FleetEvent>, clock: Clock, isVerbose: boolean): Observable<ReportBody> =>
  defer(() => {
    let minute = nothing
    let all = nothing
    const noted$ = events$.pipe(
      tap((event) => {
        minute = counted(minute, event)
        all = counted(all, event)
      }),
    )
    const worked = (): ReportBody => {
      const done = minute
      minute = nothing
      return { type: 'Worked', ...done }
    }
    const running$ = noted$.pipe(
      connect((shared$) => {
        const end$ = shared$.pipe(ignoreElements(), endWith(undefined))
        const minutes$ = timer(totalsEvery, totalsEvery, clock.scheduler).pipe(map(worked), takeUntil(end$))
        return merge(shared$.pipe(concatMap((event) => reportOf(event, isVerbose))), minutes$)
      }),
    )
    return concat(
      running$,
      defer(() => of<ReportBody>({ type: 'Ended', ...all })),
    )
  })
