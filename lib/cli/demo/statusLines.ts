import { clockTime, column, count, duration, plural } from '../formatText.js'
import { bar, fitLine, type Line, type Tone } from '../styledLine.js'
import { type DemoState, type ListState, type RefreshState, rowRate } from './DemoState.js'

/** The totals of a demo, as the fields of its last line of JSON. */
export const demoSummary = ({ startedAt, time, totals }: DemoState) => {
  const { tokens, lists, pages, rows, refreshes, stockUpdates, requests, refused, retries } = totals
  return {
    seconds: startedAt === undefined || time === undefined ? 0 : (time.getTime() - startedAt.getTime()) / 1000,
    tokens,
    lists,
    pages,
    transactions: rows,
    refreshes,
    stock_updates: stockUpdates,
    requests,
    refused,
    retries,
  }
}

/** The totals of a demo as text. */
export const summaryLines = (state: DemoState): ReadonlyArray<Line> => {
  const { seconds, tokens, pages, transactions, refreshes, stock_updates, requests, retries } = demoSummary(state)
  const labelledTotals = [
    ['token', `${count(tokens)} issued`],
    ['pages', `${plural(transactions, 'row')} in ${plural(pages, 'page')}`],
    ['refresh', `${count(refreshes)} ended`],
    ['stocks', `${plural(stock_updates, 'update')} of ${plural(state.stocks.size, 'stock')}`],
    ['requests', `${count(requests)} sent, ${count(retries)} of them retries`],
  ] as const
  return [
    [['title', 'rxbank demo'], ` ended after ${duration(seconds * 1000)}`],
    ...labelledTotals.map(([label, text]): Line => [['faint', ` ${column(label, 10)}`], text]),
  ]
}

/** The tone in which the status of a refresh is printed. */
export const refreshTone = (status: string, hasEnded: boolean): Tone => {
  if (!hasEnded) return 'strong'
  return status === 'finished' ? 'good' : status === 'info_required' ? 'notable' : 'bad'
}

const barWidth = (width: number): number => (width < 60 ? 6 : width < 100 ? 16 : 28)

const gauge = (share: number, tone: Tone, width: number): Line => {
  const [filled, empty] = bar(share, barWidth(width))
  return [[tone, filled], ['faint', empty], ' ']
}

const elapsed = (from: Date, to: Date): number => to.getTime() - from.getTime()

const tokenLine = ({ token, totals }: DemoState, width: number, now: Date): Line => {
  if (token === undefined) return [['faint', 'loading']]
  const left = elapsed(now, token.expiresAt)
  const share = left / elapsed(token.issuedAt, token.expiresAt)
  return [
    ...gauge(share, share < 0.25 ? 'notable' : 'good', width),
    `#${count(totals.tokens)}  ${duration(left)} left`,
    ['faint', `  until ${clockTime(token.expiresAt)}`],
    ['faint', ', renewed before that'],
  ]
}

const listLine = (list: ListState | undefined, width: number, now: Date): Line => {
  if (list === undefined) return []
  const { rows, expected, pages, endedAt, number } = list
  return [
    ...gauge(rows / expected, endedAt === undefined ? 'strong' : 'good', width),
    width < 60 ? count(rows) : `${count(rows)} of ${count(expected)}`,
    `  ${count(rowRate(list, now))} rows/s`,
    ['faint', `  ${plural(pages, 'page')}`],
    ['faint', `, pass ${String(number)}`],
  ]
}

const refreshShare = ({ status, accounts, totalAccounts, endedAt }: RefreshState): number => {
  if (endedAt !== undefined) return 1
  if (accounts === undefined || totalAccounts === undefined) return status === 'authenticating' ? 0.15 : 0
  return 0.3 + (0.6 * accounts) / Math.max(totalAccounts, 1)
}

const refreshLine = (refresh: RefreshState | undefined, width: number, now: Date): Line => {
  if (refresh === undefined) return []
  const { status, accounts, totalAccounts, itemId, startedAt, endedAt } = refresh
  const tone = refreshTone(status, endedAt !== undefined)
  const progress =
    accounts === undefined || totalAccounts === undefined ? '' : ` ${count(accounts)}/${count(totalAccounts)}`
  return [
    ...gauge(refreshShare(refresh), tone, width),
    [endedAt === undefined ? 'plain' : tone, status],
    progress,
    ['faint', `  item ${String(itemId)}`],
    ['faint', `, ${duration(elapsed(startedAt, endedAt ?? now))}`],
  ]
}

const requestLine = ({ totals, answer }: DemoState): Line => {
  const { requests, retries, refused } = totals
  const last = answer && `  last ${answer.operation} ${String(answer.status)} in ${count(answer.duration)} ms`
  return [
    `${count(requests)} sent`,
    [retries > 0 ? 'notable' : 'plain', `, ${count(retries)} retried`],
    ['faint', `, ${count(refused)} refused`],
    ['faint', last ?? ''],
  ]
}

/** A line each for token, pages, refresh and requests. */
export const statusLines = (state: DemoState, width: number, now: Date): ReadonlyArray<Line> => {
  const lines = {
    token: tokenLine(state, width, now),
    pages: listLine(state.list, width, now),
    refresh: refreshLine(state.refresh, width, now),
    requests: requestLine(state),
  }
  return Object.entries(lines).map(([label, line]) => fitLine([['faint', ` ${column(label, 9)}`], ...line], width, 2))
}
