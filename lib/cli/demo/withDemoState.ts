import { defer, map, type Observable } from 'rxjs'
import { coolDownEnd } from '../coolDownText.js'
import type { DemoEvent } from './DemoEvent.js'
import { demoLogEntry } from './demoLogEntry.js'
import { type DemoState, initialDemoState, type Step } from './DemoState.js'

const maxLogEntries = 50

const addToTotals = (state: DemoState, amounts: Partial<DemoState['totals']>): DemoState['totals'] => ({
  ...state.totals,
  ...Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, state.totals[name as keyof typeof amounts] + amount]),
  ),
})

const apply = (state: DemoState, event: DemoEvent): DemoState => {
  const { time } = event
  switch (event._tag) {
    case 'Started':
      return { ...state, startedAt: time, baseUrl: event.base_url, seed: event.seed }
    case 'TokenIssued':
      return {
        ...state,
        token: { issuedAt: time, expiresAt: event.expires_at },
        totals: addToTotals(state, { tokens: 1 }),
      }
    case 'ListStarted': {
      const { list: number, rows: expected } = event
      return { ...state, list: { number, expected, startedAt: time, endedAt: undefined, pages: 0, rows: 0 } }
    }
    case 'PageRead': {
      if (state.list === undefined) return state
      const { rows, last } = event
      const { pages: pagesBefore, rows: rowsBefore } = state.list
      const list = { ...state.list, pages: pagesBefore + 1, rows: rowsBefore + rows, endedAt: last ? time : undefined }
      return { ...state, list, totals: addToTotals(state, { pages: 1, rows, lists: last ? 1 : 0 }) }
    }
    case 'RefreshStarted': {
      const started = { startedAt: time, endedAt: undefined, accounts: undefined, totalAccounts: undefined }
      return { ...state, refresh: { itemId: event.item_id, status: 'started', ...started } }
    }
    case 'RefreshStatusReceived': {
      if (state.refresh === undefined) return state
      const { status, accounts, total_accounts, last } = event
      const answer = { status, accounts: accounts ?? undefined, totalAccounts: total_accounts ?? undefined }
      const refresh = { ...state.refresh, ...answer, endedAt: last ? time : undefined }
      return { ...state, refresh, totals: addToTotals(state, { refreshes: last ? 1 : 0 }) }
    }
    case 'StockUpdated': {
      const stocks = new Map(state.stocks).set(event.id, event)
      return { ...state, stocks, totals: addToTotals(state, { stockUpdates: event.previous_price === null ? 0 : 1 }) }
    }
    case 'Requested':
      return { ...state, totals: addToTotals(state, { requests: 1 }) }
    case 'Responded': {
      const { operation, status, duration } = event
      return {
        ...state,
        answer: { operation, status, duration },
        totals: addToTotals(state, { refused: status >= 400 ? 1 : 0 }),
      }
    }
    case 'Retried':
      return { ...state, totals: addToTotals(state, { retries: 1 }) }
    case 'BudgetChanged':
      return { ...state, lastCoolDown: coolDownEnd(state.lastCoolDown, event) }
    default:
      return state
  }
}

/** The reducer: the state after an event. */
export const reduceDemo = (state: DemoState, event: DemoEvent): DemoState => {
  const entry = demoLogEntry(state, event)
  const next = { ...apply(state, event), time: event.time }
  return entry === undefined ? next : { ...next, log: [...next.log, entry].slice(-maxLogEntries) }
}

/** Pairs each event with the state after it. */
export const withDemoState = (events$: Observable<DemoEvent>): Observable<Step> =>
  defer(() => {
    let state = initialDemoState
    return events$.pipe(
      map((event) => {
        state = reduceDemo(state, event)
        return { event, state }
      }),
    )
  })
