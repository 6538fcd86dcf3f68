import type { VirtualClock } from 'rxbank'
import type { Inspector } from 'rxbank/devtools'
import type { Sandbox } from 'rxbank/sandbox'

/** What a scene is given. Time begins to pass when the scene has returned. */
export interface Stage {
  readonly clock: VirtualClock
  /** The seed that the page shows. */
  readonly seed: number
  /** What the page draws. */
  readonly inspector: Inspector
  /** Writes a line, with the moment, into the page. */
  readonly print: (text: string) => void
}

/** A program of the playground. It returns its sandbox, to which the buttons for faults apply. */
export type Scene = (stage: Stage) => Sandbox
