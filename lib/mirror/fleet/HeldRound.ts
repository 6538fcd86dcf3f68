import type { ReplaySubject } from 'rxjs'
import type { DueRound, Lane } from './Engine.js'

/** A round as the database gives it to a worker. */
export interface TakenJob {
  readonly due: Omit<DueRound, 'lane' | 'end' | 'hurried$'>
  readonly job: string
  /** Changes when another worker takes the job. */
  readonly revision: number
}

/** A round that a worker holds until its end is written. */
export interface HeldRound extends TakenJob {
  readonly lane: Lane
  /** Emits once if the user is hurried during the round. */
  readonly hurried: ReplaySubject<void>
}
