import type { Inspection } from 'rxbank/devtools'
import type { PrintedLine } from './createRun.js'

/** What the worker answers: the scene as it is, and the error that stopped it, if one did. */
export interface Shown {
  readonly inspection: Inspection
  readonly lines: ReadonlyArray<PrintedLine>
  readonly error?: string
}
