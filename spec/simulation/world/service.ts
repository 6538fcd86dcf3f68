import { oneOf, type Random, whole } from '../random.js'
import { hour, minute } from '../time.js'

/**
 * A service of several writers, who stamp what they change each by a clock of their own, and of replicas that are behind.
 *
 * What a watcher asks for begins `overlap` before its checkpoint: that covers how far a stamp is behind together with how
 * far a replica is, and how far a stamp is ahead.
 */
export interface Service {
  /** How far the clock of each writer is ahead. */
  readonly writers: Array<number>
  /** How far they are ahead or behind at most. */
  readonly spread: number
  /** How far a replica is behind at most. */
  lag: number
  /** For how long a watcher asks again. */
  readonly overlap: number
}

const kinds: ReadonlyArray<Pick<Service, 'spread' | 'lag' | 'overlap'>> = [
  { spread: minute, lag: 2 * minute, overlap: 5 * minute },
  { spread: 1.5 * hour, lag: 2.5 * hour, overlap: 6 * hour },
]

/** The clock of a writer of a service: how far it is ahead. */
export const drawWriter = (random: Random, { spread }: Pick<Service, 'spread'>): number =>
  oneOf(random, [0, -spread, spread, whole(random, -spread, spread)])

/** The service of a world: its writers are minutes or hours apart. */
export const drawService = (random: Random): Service => {
  const kind = oneOf(random, kinds)
  return { ...kind, writers: [0, drawWriter(random, kind), drawWriter(random, kind)] }
}
