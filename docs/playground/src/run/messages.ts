import type { Inspection } from 'rxbank/devtools'

/** What the worker answers: the scene as it is, and the error that stopped it, if one did. */
export interface Shown {
  readonly inspection: Inspection
  readonly lines: ReadonlyArray<string>
  readonly error?: string
}
