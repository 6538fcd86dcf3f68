import type { Random } from '../random.js'
import type { Person } from '../world/Person.js'
import type { World } from '../world/World.js'

/** Something that happens to a world, or to one of its users, drawn and ready. */
export interface Deed {
  readonly words: string
  readonly run: (world: World, person: Person) => void
}

/** A kind of what happens. */
export interface Kind {
  readonly name: string
  /** Whom it happens to: a world as a whole, or each of its users. */
  readonly to: 'world' | 'user'
  /** Whether it happens only while fewer requests than asked have met a fault. */
  readonly isFault?: true
  /** How often a day, on average; `faultRate` is the share of requests that meet a fault. */
  readonly daily: (faultRate: number) => number
  readonly draw: (random: Random) => Deed
}
