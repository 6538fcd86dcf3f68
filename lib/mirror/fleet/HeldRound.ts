import type { ReplaySubject } from 'rxjs'
import type { DueRound, Lane } from './Engine.js'

/** A round that a worker has taken from the database. */
export interface RoundJob {
  readonly round: Omit<DueRound, 'lane' | 'end' | 'runNow$'>
  readonly job: string
  /** A number that changes when another worker takes the job. */
  readonly revision: number
}

/** A round that a worker holds until its end is written. */
export interface HeldRound extends RoundJob {
  readonly lane: Lane
  /** Emits once if the user is run now during the round. */
  readonly runNow$: ReplaySubject<void>
}
