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
import { useWhileOpen } from '../output/openFile.js'
import { statusLine } from '../output/statusLine.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { type Line, printLine } from '../styledLine.js'
import { clockArea } from './areas/clockArea.js'
import { worstVerdict } from './areas/createArea.js'
import { credentialsArea } from './areas/credentialsArea.js'
import { fieldsArea } from './areas/fieldsArea.js'
import { limitsArea } from './areas/limitsArea.js'
import { operationsArea } from './areas/operationsArea.js'
import { pagingArea } from './areas/pagingArea.js'
import { reachabilityArea } from './areas/reachabilityArea.js'
import { settingsArea } from './areas/settingsArea.js'
import { versionArea } from './areas/versionArea.js'
import { diagnose } from './diagnose.js'
import { diagnosisSettings } from './diagnosisSettings.js'
import { type DiagnosisState, isAttempted } from './DiagnosisState.js'
import type { Area, AreaName, DoctorReport, Verdict } from './DoctorReport.js'
import { openDoctorTransport } from './doctorTransport.js'
import { createEvidenceFile } from './evidence/createEvidenceFile.js'
import type { EvidenceFile } from './evidence/EvidenceFile.js'
import { evidenceLines } from './render/evidenceLines.js'
import { reportLines } from './render/reportLines.js'

const areaCreators = [
  settingsArea,
  reachabilityArea,
  clockArea,
  credentialsArea,
  versionArea,
  operationsArea,
  fieldsArea,
  pagingArea,
  limitsArea,
]

/** The order in which problems are to be solved: each may be the cause of those after it. */
const priority: ReadonlyArray<AreaName> = [
  'reachability',
  'version',
  'credentials',
  'clock',
  'fields',
  'paging',
  'operations',
  'limits',
  'settings',
]

const firstAdvice = (areas: ReadonlyArray<Area>, verdict: Verdict): string | null => {
  const ranked = [...areas].sort((a, b) => priority.indexOf(a.name) - priority.indexOf(b.name))
  const findings = ranked.flatMap((area) => area.findings.filter((finding) => finding.verdict === verdict))
  return findings.find(({ advice }) => advice !== null)?.advice ?? null
}

/** The worst verdict of all areas; `skipped` if no operation was tried. */
const verdictOf = (areas: ReadonlyArray<Area>, { operations }: DiagnosisState): Verdict => {
  const verdict = worstVerdict(areas.map((area) => area.verdict))
  return verdict === 'failure' || operations.some(isAttempted) ? verdict : 'skipped'
}

/** Creates the report. */
export const createReport = (state: DiagnosisState): DoctorReport => {
  const areas = areaCreators.map((create) => create(state))
  return {
    report: 1,
    verdict: verdictOf(areas, state),
    first: firstAdvice(areas, 'failure') ?? firstAdvice(areas, 'warning'),
    complete: state.complete && state.stopped === null,
    service: state.service,
    requests: state.requests,
    duration: Math.round(state.duration),
    settings: state.settings,
    areas,
    operations: state.operations,
  }
}

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
  new CommandError(`${path} was not written: the service gave no response to learn from`, exitCodes.failed)

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
