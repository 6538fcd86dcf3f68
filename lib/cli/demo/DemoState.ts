import { concat, defer, EMPTY, type Observable, tap } from 'rxjs'
import type { Tone } from '../styledLine.js'
import type { DemoEvent, StockUpdated } from './DemoEvent.js'

/** A stock with the time at which it was last received. */
export type SeenStock = StockUpdated & { readonly time: Date }

/** The current list, or the last one. */
export interface ListState {
  readonly number: number
  readonly startedAt: Date
  readonly endedAt: Date | undefined
  readonly pages: number
  readonly rows: number
  /** The number of rows of the whole list. */
  readonly expected: number
}

/** The current refresh, or the last one. */
export interface RefreshState {
  readonly itemId: number
  readonly startedAt: Date
  readonly endedAt: Date | undefined
  readonly status: string
  readonly accounts: number | undefined
  readonly totalAccounts: number | undefined
}

/** An entry of the log on the screen. */
export interface LogEntry {
  readonly time: Date
  readonly kind: 'token' | 'pages' | 'fault' | 'retry' | 'refresh' | 'cool-down' | 'circuit' | 'error'
  readonly tone: Tone
  readonly text: string
}

/** The state of the demo; the totals count from its start. */
export interface DemoState {
  readonly startedAt: Date | undefined
  /** The time of the last event. */
  readonly time: Date | undefined
  readonly baseUrl: string
  readonly seed: number
  readonly token: { readonly issuedAt: Date; readonly expiresAt: Date } | undefined
  readonly list: ListState | undefined
  readonly refresh: RefreshState | undefined
  readonly stocks: ReadonlyMap<number, SeenStock>
  readonly answer: { readonly operation: string; readonly status: number; readonly duration: number } | undefined
  /** When the latest cool-down in the log ends, in milliseconds since 1970. */
  readonly lastCoolDown: number
  /** Oldest first. */
  readonly log: ReadonlyArray<LogEntry>
  readonly totals: {
    readonly tokens: number
    readonly lists: number
    readonly pages: number
    readonly rows: number
    readonly refreshes: number
    readonly stockUpdates: number
    readonly requests: number
    readonly refused: number
    readonly retries: number
  }
}

/** The state before the first event. */
export const initialDemoState: DemoState = {
  startedAt: undefined,
  time: undefined,
  baseUrl: '',
  seed: 0,
  token: undefined,
  list: undefined,
  refresh: undefined,
  stocks: new Map(),
  answer: undefined,
  lastCoolDown: 0,
  log: [],
  totals: {
    tokens: 0,
    lists: 0,
    pages: 0,
    rows: 0,
    refreshes: 0,
    stockUpdates: 0,
    requests: 0,
    refused: 0,
    retries: 0,
  },
}

/** Rows a second, from the first request of the list to its end, or to `now`. */
export const rowRate = ({ rows, startedAt, endedAt }: ListState, now: Date): number => {
  const elapsed = (endedAt ?? now).getTime() - startedAt.getTime()
  return elapsed <= 0 ? 0 : (rows * 1000) / elapsed
}

/** Describes the steps of a demo that have not happened yet. */
export const missingSteps = ({ totals }: DemoState): ReadonlyArray<string> =>
  [
    { step: 'a renewed token', hasHappened: totals.tokens > 1 },
    { step: 'the last page', hasHappened: totals.lists > 0 },
    { step: 'the end of a refresh', hasHappened: totals.refreshes > 0 },
    { step: 'an updated stock', hasHappened: totals.stockUpdates > 0 },
    { step: 'a retry', hasHappened: totals.retries > 0 },
  ].flatMap(({ step, hasHappened }) => (hasHappened ? [] : [step]))

/** An event of the demo, and the state after it. */
export interface Step {
  readonly event: DemoEvent
  readonly state: DemoState
}

/** Shows a demo until it ends, then its summary. */
export type DemoView = (steps$: Observable<Step>) => Observable<never>

/** Shows the last state after a view has ended. */
export const withFinalState =
  (view: DemoView, show: (state: DemoState) => void): DemoView =>
  (steps$) =>
    defer(() => {
      let last = initialDemoState
      const tracked$ = steps$.pipe(
        tap(({ state }) => {
          last = state
        }),
      )
      return concat(
        view(tracked$),
        defer(() => {
          show(last)
          return EMPTY
        }),
      )
    })
