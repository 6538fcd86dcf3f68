import picocolors from 'picocolors'
import {
  catchError,
  concat,
  defer,
  finalize,
  ignoreElements,
  map,
  type Observable,
  of,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { ignoreSignalsDuring, interruption } from '../endSignals.js'
import { atomicFile, type AtomicSink } from '../output/atomicFile.js'
import { jsonLine } from '../output/jsonLine.js'
import { type LineSink, lineSink } from '../output/lineSink.js'
import { statusLine } from '../output/statusLine.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { type Line, printLine } from '../styledLine.js'
import { createReport } from './createReport.js'
import { diagnose } from './diagnose.js'
import { diagnosisSettings } from './diagnosisSettings.js'
import type { DiagnosisState } from './DiagnosisState.js'
import { openDoctorTransport } from './doctorTransport.js'
import { createEvidenceFile } from './evidence/createEvidenceFile.js'
import type { EvidenceFile } from './evidence/EvidenceFile.js'
import { evidenceLines } from './render/evidenceLines.js'
import { reportLines } from './render/reportLines.js'

/** The options of `rxbank doctor`. */
export interface DoctorOptions extends ServiceOptions {
  readonly json?: boolean
  /** The file for the evidence. */
  readonly output?: string
  /** Milliseconds after which no further request is sent. */
  readonly deadline: number
}

const printLines = (lines: ReadonlyArray<Line>, width: number): ReadonlyArray<string> =>
  lines.map((line) => printLine(picocolors, line, width))

const terminalWidth = (): number => process.stdout.columns || 80

/** A file for evidence, opened before the first request, so that a file that cannot be written is an error at once. */
interface EvidenceSink {
  readonly path: string
  readonly sink: AtomicSink
}

const openEvidence = (path: string | undefined): Observable<EvidenceSink | undefined> =>
  path === undefined ? of(undefined) : atomicFile(path).pipe(map((sink) => ({ path, sink })))

const writeEvidence = ({ sink }: EvidenceSink, file: EvidenceFile): Observable<never> =>
  concat(sink.write(JSON.stringify(file, undefined, 2).split('\n')), ignoreSignalsDuring(sink.commit))

/** The evidence, if the service has responded at all. */
const createEvidence = (state: DiagnosisState): EvidenceFile | undefined =>
  state.evidence.observations.size === 0 ? undefined : createEvidenceFile(state, systemClock.wall())

const noResponseError = (path: string): CommandError =>
  new CommandError(`${path} was not written: the service gave no answer to learn from`, exitCodes.failed)

/**
 * Examines the service given in the settings, and writes a report; with `output`, a file of evidence too. Errors
 * without a message if the verdict is a failure. On Ctrl-C it writes what was found so far, but no file, and errors.
 */
export const doctor = ({ json = false, deadline, output, ...serviceOptions }: DoctorOptions): Observable<never> =>
  defer(() => {
    const status = statusLine(process.stderr)
    const transport = openDoctorTransport()
    const config = {
      ...diagnosisSettings(serviceOptions),
      http: transport.http,
      clock: systemClock,
      deadline,
    }
    let state: DiagnosisState | undefined
    const examine = ({ write }: LineSink, target: EvidenceSink | undefined): Observable<never> => {
      const writeReport = (): Observable<never> =>
        defer(() => {
          status.clear()
          if (state === undefined) return []
          const report = createReport(state)
          const width = terminalWidth()
          return write(json ? [jsonLine(report)] : printLines(reportLines(report, width), width))
        })
      const finishEvidence = (): Observable<never> =>
        defer(() => {
          if (state === undefined || target === undefined) return []
          const file = createEvidence(state)
          if (file === undefined) return throwError(() => noResponseError(target.path))
          const width = terminalWidth()
          return concat(
            writeEvidence(target, file),
            json ? [] : write(printLines(evidenceLines(file, target.path, width), width)),
          )
        })
      const fail = (): Observable<never> =>
        defer(() => {
          if (state === undefined || createReport(state).verdict !== 'failure') return []
          return throwError(() => new CommandError('', exitCodes.failed))
        })
      const diagnosis$ = diagnose(config).pipe(
        tap((next) => {
          state = next
          if (next.currentStep !== null) status.show([`checking ${next.currentStep} …`])
        }),
        takeUntil(interruption()),
        ignoreElements(),
      )
      return concat(
        diagnosis$.pipe(
          catchError((error: unknown) =>
            concat(
              writeReport(),
              throwError(() => error),
            ),
          ),
        ),
        writeReport(),
        finishEvidence(),
        fail(),
      )
    }
    return useWhileOpen(lineSink(undefined, { append: false }), (sink) =>
      useWhileOpen(openEvidence(output), (target) => examine(sink, target)),
    ).pipe(finalize(transport.close), finalize(status.clear))
  })
