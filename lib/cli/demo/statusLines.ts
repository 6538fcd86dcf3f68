import { clockTime, column, count, duration, plural } from '../formatText.js'
import { bar, fitLine, type Line, type Tone } from '../styledLine.js'
import { type DemoState, type ListState, type RefreshState, rowRate } from './DemoState.js'

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
