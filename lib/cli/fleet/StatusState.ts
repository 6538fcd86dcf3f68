import { none, type Option } from 'fp-ts/lib/Option.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import type { Feed } from '../../mirror/core/Feed.js'
import type { WaitingProof } from '../../mirror/core/Mirror.js'
import type { MirrorChange } from '../../mirror/core/MirrorChange.js'
import type { EngineStatus } from '../../mirror/fleet/Engine.js'
import type { FleetReading } from './readFleet.js'

/** Rows that were written for a user; `time` is the arrival of the notification. */
export interface SeenChange {
  readonly time: Date
  readonly user: string
  readonly feed: Feed
  readonly count: number
}

/** What the screen of `rxbank fleet status` shows. */
export interface StatusState {
  /** The host and the name of the database. */
  readonly database: string
  /** The last reading of the fleet's state; `undefined` before the first reading. */
  readonly status: EngineStatus | undefined
  /** The last reading of how much of the application's limit is used; `None` if workers share no limit. */
  readonly budget: Option<PermitStatus>
  /** The number of accounts whose balance was proven to differ from their transactions, by the last reading. */
  readonly balanceMismatches: number
  /** Accounts whose balance could not be compared with their transactions for long, by the last reading. */
  readonly waitingProofs: ReadonlyArray<WaitingProof>
  /** Why the last reading failed; `undefined` if it succeeded. */
  readonly failure: string | undefined
  /** The latest changes, newest first. */
  readonly changes: ReadonlyArray<SeenChange>
  /** How many rows were written in each of the last seconds, the current second first. */
  readonly rowsPerSecond: ReadonlyArray<number>
}

/** An event that changes the state. `Second` is emitted once a second. */
export type StatusEvent =
  | ({ readonly _tag: 'Read' } & FleetReading)
  | { readonly _tag: 'Failed'; readonly failure: string }
  | { readonly _tag: 'Notified'; readonly change: MirrorChange; readonly time: Date }
  | { readonly _tag: 'Second' }

const maxChanges = 50

/** Over how many seconds the rate of rows is computed, including the current one. */
const rateWindowSeconds = 10

/** The state before the first reading. */
export const initialStatusState = (database: string): StatusState => ({
  database,
  status: undefined,
  budget: none,
  balanceMismatches: 0,
  waitingProofs: [],
  failure: undefined,
  changes: [],
  rowsPerSecond: [0],
})

/** The state after an event. */
export const reduceStatus = (state: StatusState, event: StatusEvent): StatusState => {
  switch (event._tag) {
    case 'Read':
      return {
        ...state,
        status: event.status,
        budget: event.budget,
        balanceMismatches: event.balanceMismatches,
        waitingProofs: event.waitingProofs,
        failure: undefined,
      }
    case 'Failed':
      return { ...state, failure: event.failure }
    case 'Second':
      return { ...state, rowsPerSecond: [0, ...state.rowsPerSecond].slice(0, rateWindowSeconds) }
    case 'Notified': {
      const { change, time } = event
      if (change._tag !== 'Changed') return state
      const { user, feed, count } = change
      const [current = 0, ...earlier] = state.rowsPerSecond
      const changes = [{ time, user, feed, count }, ...state.changes].slice(0, maxChanges)
      return { ...state, changes, rowsPerSecond: [current + count, ...earlier] }
    }
  }
}

/** The rows per second, averaged over the seconds before the current one. */
export const rowRate = ({ rowsPerSecond }: StatusState): number => {
  const [, ...completed] = rowsPerSecond
  return completed.length === 0 ? 0 : completed.reduce((sum, count) => sum + count, 0) / completed.length
}
