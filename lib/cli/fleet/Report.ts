import type { Lane } from '../../fleet/index.js'

/** What the rounds of a time came to: `lag` is the longest wait for a worker, in milliseconds. */
export interface Tally {
  readonly rounds: number
  readonly changed: number
  readonly removed: number
  readonly failed: number
  readonly fenced: number
  readonly lag: number
}

/** What `rxbank fleet up` tells, by its type; times in milliseconds. */
export type ReportBody =
  | { readonly type: 'Started'; readonly database: string; readonly every: number; readonly rounds: number }
  | { readonly type: 'RoundEnded'; readonly user: string; readonly changed: number; readonly removed: number }
  | {
      readonly type: 'RoundFailed'
      readonly user: string
      readonly lane: Lane
      readonly failures: number
      readonly error: string
      readonly wait: number
    }
  | { readonly type: 'UserSetAside'; readonly user: string; readonly reason: string }
  | { readonly type: 'TakenOver'; readonly workers: ReadonlyArray<string>; readonly rounds: number }
  | { readonly type: 'Rearmed'; readonly users: number }
  | { readonly type: 'EngineLost'; readonly error: string; readonly delay: number }
  | { readonly type: 'WorkerPaused'; readonly failures: number; readonly error: string; readonly delay: number }
  | ({ readonly type: 'Worked' } & Tally)
  | { readonly type: 'Stopping'; readonly reason: 'drain' | 'signal' }
  | ({ readonly type: 'Ended' } & Tally)

/** Something that `rxbank fleet up` tells, and when. */
export type Report = { readonly time: Date } & ReportBody
