import { none, type Option } from 'fp-ts/lib/Option.js'
import type { EngineStatus } from '../../fleet/index.js'
import type { PermitStatus } from '../../index.js'
import type { Feed, MirrorChange } from '../../postgres/index.js'
import type { Look } from './look.js'

/** Rows that were written for a user, and when that was told. */
export interface SeenChange {
  readonly time: Date
  readonly user: string
  readonly feed: Feed
  readonly count: number
}

/** What a screen shows of a fleet. */
export interface StatusState {
  /** Where the database is. */
  readonly database: string
  /** The counts that were read last; undefined before the first. */
  readonly status: EngineStatus | undefined
  /** How the limit of the application is used, as it was read last; `None` where workers share none. */
  readonly budget: Option<PermitStatus>
  /** Why the last look failed. */
  readonly failure: string | undefined
  /** The last changes, the newest first. */
  readonly changes: ReadonlyArray<SeenChange>
  /** How many rows were written in each of the last seconds, the newest first. */
  readonly rows: ReadonlyArray<number>
}

/** Something that a screen is told. */
export type StatusEvent =
  | ({ readonly _tag: 'Read' } & Look)
  | { readonly _tag: 'Failed'; readonly failure: string }
  | { readonly _tag: 'Told'; readonly change: MirrorChange; readonly time: Date }
  | { readonly _tag: 'Second' }

const keptChanges = 50

/** How many seconds the rate of rows is of. */
export const ratedSeconds = 10

/** The state before anything is known. */
export const initialState = (database: string): StatusState => ({
  database,
  status: undefined,
  budget: none,
  failure: undefined,
  changes: [],
  rows: [0],
})

/** The state after an event. */
export const reduce = (state: StatusState, event: StatusEvent): StatusState => {
  switch (event._tag) {
    case 'Read':
      return { ...state, status: event.status, budget: event.budget, failure: undefined }
    case 'Failed':
      return { ...state, failure: event.failure }
    case 'Second':
      return { ...state, rows: [0, ...state.rows].slice(0, ratedSeconds) }
    case 'Told': {
      const { change, time } = event
      if (change._tag !== 'Changed') return state
      const { user, feed, count } = change
      const [now = 0, ...before] = state.rows
      const changes = [{ time, user, feed, count }, ...state.changes].slice(0, keptChanges)
      return { ...state, changes, rows: [now + count, ...before] }
    }
  }
}

/** Rows a second, over the last seconds that are whole. */
export const rowRate = ({ rows }: StatusState): number => {
  const [, ...whole] = rows
  return whole.length === 0 ? 0 : whole.reduce((sum, count) => sum + count, 0) / whole.length
}
