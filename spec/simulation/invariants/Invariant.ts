import type { Observer } from '../world/Observer.js'
import type { World } from '../world/World.js'

/** Something that holds, whatever happens. */
export interface Invariant {
  /** In words; it names the invariant in reports. */
  readonly name: string
  /** What it listens to; `broken` says what was seen that must not be. */
  readonly watch: (world: World, broken: (what: string) => void) => Observer
}
