import { isSome, some } from 'fp-ts/lib/Option.js'
import { createVirtualClock } from 'rxbank'
import { createInspector, type Inspection, type Inspector } from 'rxbank/devtools'
import { type AddedFault, faults } from '../faults.js'
import type { Scene } from '../Stage.js'

/** Where a scene is wanted: its seed, the moment in milliseconds from its beginning, and the faults that were added. */
export interface Wanted {
  readonly seed: number
  readonly moment: number
  readonly faults: ReadonlyArray<AddedFault>
}

/** Something that a scene has printed, `at` milliseconds after its beginning. */
export interface PrintedLine {
  readonly at: number
  readonly text: string
}

/** A scene at a moment. */
export interface Run {
  readonly inspector: Inspector
  /** What the inspector knows, until the moment that is shown: time passes though nothing happens. */
  readonly inspection: () => Inspection
  readonly lines: ReadonlyArray<PrintedLine>
  /** Whether the scene can come to what is wanted without a new beginning. */
  readonly leadsTo: (wanted: Wanted) => boolean
  /** Moves time forward, and adds each fault at its moment; throws what the scene throws. */
  readonly goTo: (wanted: Wanted) => void
}

/** The wall clock at the beginning of each scene. */
export const start = Date.UTC(2026, 0, 15, 8)

/** Begins a scene. With the same seed and faults it always goes the same way. */
export const createRun = (scene: Scene, seed: number): Run => {
  const clock = createVirtualClock({ start })
  const inspector = createInspector({ clock })
  let known: Inspection | undefined
  inspector.inspection$.subscribe((inspection) => (known = inspection))
  const lines: Array<PrintedLine> = []
  const added: Array<AddedFault> = []
  const sandbox = scene({
    clock,
    seed,
    inspector,
    print: (text) => {
      lines.push({ at: clock.monotonic(), text })
    },
  })
  return {
    inspector,
    inspection: () => {
      if (known === undefined) throw new Error('an inspector tells what it knows at once')
      return isSome(known.last) ? { ...known, last: some(new Date(clock.wall())) } : known
    },
    lines,
    leadsTo: (wanted) =>
      wanted.seed === seed &&
      wanted.moment >= clock.monotonic() &&
      added.every(({ name, at }, index) => wanted.faults[index]?.name === name && wanted.faults[index].at === at) &&
      (wanted.faults[added.length]?.at ?? Infinity) >= clock.monotonic(),
    goTo: (wanted) => {
      for (const fault of wanted.faults.slice(added.length)) {
        if (fault.at > wanted.moment) break
        clock.advance(fault.at - clock.monotonic())
        sandbox.faults.add(faults[fault.name])
        added.push(fault)
      }
      clock.advance(wanted.moment - clock.monotonic())
    },
  }
}
