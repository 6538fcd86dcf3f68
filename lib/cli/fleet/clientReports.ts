import { filter, groupBy, map, mergeMap, type Observable, tap, throttleTime } from 'rxjs'
import type { ClientEvent, Clock } from '../../index.js'
import type { ClientFailure, ReportBody } from './Report.js'

/** The shortest time between two reports of failures with the same reason, in milliseconds. */
export const failuresEvery = 60_000

const isFailure = (event: ClientEvent): event is Extract<ClientEvent, ClientFailure> =>
  event._tag === 'PermitsFailed' || event._tag === 'TokenStoreFailed'

const reportOf = (event: ClientFailure, times: number): ReportBody =>
  event._tag === 'PermitsFailed'
    ? { type: event._tag, reason: event.reason, times }
    : { type: event._tag, reason: event.reason, times }

/**
 * The reports of failures of shared permits and of the store of tokens: the first failure of each reason at once, then at
 * most one report a minute for each reason, with the number of failures since the last one.
 */
export const clientReports = (events$: Observable<ClientEvent>, clock: Clock): Observable<ReportBody> =>
  events$.pipe(
    filter(isFailure),
    groupBy(({ _tag, reason }) => `${_tag} ${reason}`),
    mergeMap((alike$) => {
      let times = 0
      return alike$.pipe(
        tap(() => times++),
        throttleTime(failuresEvery, clock.scheduler, { leading: true, trailing: true }),
        map((event) => {
          const report = reportOf(event, times)
          times = 0
          return report
        }),
      )
    }),
  )
