import { column, count, duration, plural } from '../formatText.js'
import type { Line } from '../styledLine.js'
import type { DemoState } from './DemoState.js'

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
    ['requests', `${count(requests)} sent, ${plural(retries, 'retry', 'retries')} among them`],
  ] as const
  return [
    [['title', 'rxbank demo'], ` ended after ${duration(seconds * 1000)}`],
    ...labelledTotals.map(([label, text]): Line => [['faint', ` ${column(label, 10)}`], text]),
  ]
}
