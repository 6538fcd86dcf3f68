import type { OperationReport } from '../DoctorReport.js'
import type { ShapeJson } from './valueShape.js'

/** Whether an assumption was seen to hold; `not seen` if no response showed anything about it. */
export type AssumptionOutcome = 'holds' | 'differs' | 'not seen'

/** An assumption, how many times it `held` and `differed`, and what was `seen`: if it differs, only what differed. */
export interface AssumptionReport {
  readonly id: string
  readonly outcome: AssumptionOutcome
  readonly sentence: string
  readonly held: number
  readonly differed: number
  readonly seen: ReadonlyArray<string>
}

/** The words that a field had: those of the reference, unknown ones, and how many values were not shown. */
export interface WordReport {
  readonly known: ReadonlyArray<string | number>
  readonly unknown: ReadonlyArray<string | number>
  readonly withheld: number
}

/**
 * The file of `rxbank doctor --output`.
 *
 * - `about`: what the file is, for the reader.
 * - `evidence`: the version of this format, 1.
 * - `rxbank`, `node`: the versions that wrote it. `day`: when.
 * - `profile`, `serviceVersion`: those that were used.
 * - `complete`: whether every possible request was sent. `requests`: how many were sent.
 * - `words`: the values of fields with a closed list, by resource and path.
 * - `headers`: the names of the headers of all responses.
 * - `responses`: the shapes of responses, by operation. `errors`: those of failed requests, by status.
 */
export interface EvidenceFile {
  readonly about: string
  readonly evidence: 1
  readonly rxbank: string
  readonly node: string
  readonly day: string
  readonly profile: string
  readonly serviceVersion: string
  readonly complete: boolean
  readonly requests: number
  readonly assumptions: ReadonlyArray<AssumptionReport>
  readonly operations: ReadonlyArray<Omit<OperationReport, 'duration' | 'size' | 'fits' | 'verdict' | 'access'>>
  readonly words: Readonly<Record<string, WordReport>>
  readonly headers: ReadonlyArray<string>
  readonly responses: Readonly<Record<string, ShapeJson>>
  readonly errors: Readonly<Record<string, ShapeJson>>
}
