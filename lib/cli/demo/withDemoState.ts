import { defer, map, type Observable } from 'rxjs'
import type { ClientError } from '../../base/error/ClientError.js'
import { coolDownEnd, coolDownText } from '../coolDownText.js'
import { clockTime, duration, plural } from '../formatText.js'
import { notSentText } from '../reportError.js'
import type { DemoEvent } from './DemoEvent.js'
import { type DemoState, initialDemoState, type LogEntry, type Step } from './DemoState.js'
import { refreshTone } from './statusLines.js'

const nameOf = (error: ClientError): string => {
  if (error._tag === 'RequestNotSent') return notSentText(error)
  return error._tag === 'StatusError' ? String(error.status) : error._tag
}

/** An error in short, such as `429, page 15 of transactions.list`. */
const describeError = (error: ClientError): string => {
  if (!('operation' in error)) return nameOf(error)
  const page = 'page' in error && error.page._tag === 'Some' ? `page ${String(error.page.value)} of ` : ''
  return `${nameOf(error)}, ${page}${error.operation}`
}

const retryAfterNote = (error: ClientError): string =>
  error._tag === 'StatusError' && error.retryAfter._tag === 'Some' ? ', from Retry-After' : ''

type EntryContent = Omit<LogEntry, 'time'>

const entryContent = ({ token, list, totals, lastCoolDown }: DemoState, event: DemoEvent): EntryContent | undefined => {
  switch (event._tag) {
    case 'TokenIssued': {
      const renewalText =
        token && `, ${duration(token.expiresAt.getTime() - event.time.getTime())} before the last one ends`
      const text = `#${String(totals.tokens + 1)} until ${clockTime(event.expires_at)}${renewalText ?? ''}`
      return { kind: 'token', tone: 'good', text }
    }
    case 'TokenFailed':
      return { kind: 'token', tone: 'bad', text: describeError(event.error) }
    case 'FaultInjected': {
      const headerText = event.retry_after === null ? '' : ` with Retry-After: ${String(event.retry_after)}`
      return {
        kind: 'fault',
        tone: 'notable',
        text: `page ${String(event.page)} will fail once: ${String(event.status)}${headerText}`,
      }
    }
    case 'PageRead': {
      if (!event.last || list === undefined) return undefined
      const elapsed = duration(event.time.getTime() - list.startedAt.getTime())
      const text = `${plural(list.rows + event.rows, 'row')} in ${plural(list.pages + 1, 'page')}, ${elapsed}`
      return { kind: 'pages', tone: 'good', text }
    }
    case 'RefreshStatusReceived': {
      if (!event.last) return undefined
      const tone = refreshTone(event.status, true)
      return { kind: 'refresh', tone, text: `item ${String(event.item_id)}: ${event.status}` }
    }
    case 'Retried': {
      const nextAttempt = `next attempt in ${duration(event.delay)}${retryAfterNote(event.error)}`
      return { kind: 'retry', tone: 'notable', text: `${describeError(event.error)}, ${nextAttempt}` }
    }
    case 'Polled':
      if (event.error._tag === 'None') return undefined
      return {
        kind: 'error',
        tone: 'bad',
        text: `${describeError(event.error.value)}, next attempt in ${duration(event.delay)}`,
      }
    case 'Restarted':
      return { kind: 'error', tone: 'bad', text: `${describeError(event.error)}, the round restarts` }
    case 'UserReplaced':
      return { kind: 'error', tone: 'notable', text: `${event.operation}: the user was deleted and created again` }
    case 'RowRejected':
      return { kind: 'error', tone: 'bad', text: `${event.operation}: a row could not be decoded` }
    case 'BudgetChanged':
      if (coolDownEnd(lastCoolDown, event) === lastCoolDown) return undefined
      return { kind: 'cool-down', tone: 'notable', text: coolDownText(event) }
    case 'CircuitChanged': {
      if (event.state === 'closed') return { kind: 'circuit', tone: 'good', text: 'the service responds again' }
      if (event.error._tag === 'None' || event.delay._tag === 'None') return undefined
      const pause = `nothing is sent for ${duration(event.delay.value)}, then one request`
      return { kind: 'circuit', tone: 'bad', text: `${describeError(event.error.value)}; ${pause}` }
    }
    default:
      return undefined
  }
}

/** The log entry of an event, if it has one; `state` is the state before the event. */
const demoLogEntry = (state: DemoState, event: DemoEvent): LogEntry | undefined => {
  const content = entryContent(state, event)
  return content && { ...content, time: event.time }
}

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
