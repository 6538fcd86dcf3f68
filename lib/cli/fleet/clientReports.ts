import { filter, groupBy, map, mergeMap, type Observable, tap, throttleTime } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { ClientEvent, PermitsFailed, TokenStoreFailure } from '../../base/event/ClientEvent.js'
import { databaseFailureTexts } from './databaseErrorText.js'
import type { ClientFailure, ReportBody } from './FleetReport.js'
import { keysVariable } from './fleetSettings.js'

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
