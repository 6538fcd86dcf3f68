import picocolors from 'picocolors'
import { catchError, concat, defer, finalize, ignoreElements, type Observable, takeUntil, tap, throwError } from 'rxjs'
import { systemClock } from '../../index.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { statusLine } from '../output/statusLine.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { printLine } from '../styledLine.js'
import { createReport } from './createReport.js'
import { diagnose } from './diagnose.js'
import { diagnosisSettings } from './diagnosisSettings.js'
import type { DiagnosisState } from './DiagnosisState.js'
import type { DoctorReport } from './DoctorReport.js'
import { openDoctorTransport } from './doctorTransport.js'
import { reportLines } from './render/reportLines.js'

/** The options of `rxbank doctor`. */
export interface DoctorOptions extends ServiceOptions {
  readonly json?: boolean
  /** Milliseconds after which no further request is sent. */
  readonly deadline: number
}

/** The lines of a report: one of JSON, or text that fits the width of the terminal. */
const linesOf = (report: DoctorReport, json: boolean): ReadonlyArray<string> => {
  if (json) return [jsonLine(report)]
  const width = process.stdout.columns || 80
  return reportLines(report, width).map((line) => printLine(picocolors, line, width))
}

/**
 * Examines the service that the settings name, and writes a report. Errors without a message if the verdict is a
 * failure. On Ctrl-C it writes what was found so far, and errors.
 */
export const doctor = ({ json = false, deadline, ...service }: DoctorOptions): Observable<never> =>
  defer(() => {
    const status = statusLine(process.stderr)
    const wire = openDoctorTransport()
    const config = { ...diagnosisSettings(service), http: wire.http, clock: systemClock, deadline }
    let known: DiagnosisState | undefined
    return useWhileOpen(lineSink(undefined, { append: false }), ({ write }) => {
      const tell = (): Observable<never> =>
        defer(() => {
          status.clear()
          if (known === undefined) return []
          const report = createReport(known)
          const isFailure = known.complete && report.verdict === 'failure'
          const failed$ = throwError(() => new CommandError('', exitCodes.failed))
          return concat(write(linesOf(report, json)), isFailure ? failed$ : [])
        })
      const watch$ = diagnose(config).pipe(
        tap((next) => {
          known = next
          if (next.trying !== null) status.show([`checking ${next.trying} …`])
        }),
        takeUntil(interruption()),
        ignoreElements(),
      )
      return concat(
        watch$.pipe(
          catchError((error: unknown) =>
            concat(
              tell(),
              throwError(() => error),
            ),
          ),
        ),
        tell(),
      )
    }).pipe(finalize(wire.close), finalize(status.clear))
  })
