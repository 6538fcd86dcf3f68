import { quantity as held, moment, money, plainTable } from '../formatText.js'
import { type Colors, paint, type Tone } from '../styledLine.js'
import type { SeenStock } from './DemoState.js'

interface Column {
  readonly head: string
  readonly width: number
  readonly align: 'left' | 'right'
  /** The position in the table, counted from the left. `allColumns` itself is ordered by importance. */
  readonly position: number
  readonly cell: (stock: SeenStock, now: Date) => readonly [Tone, string]
}

/** How long a changed stock is highlighted, in milliseconds. */
const highlightMs = 1500

const priceChange = ({ price, previous_price }: SeenStock): readonly [Tone, string] => {
  if (previous_price === null) return ['faint', '']
  const difference = price - previous_price
  if (difference === 0) return ['faint', '= 0.00']
  return difference > 0 ? ['good', `▲ ${money(difference)}`] : ['bad', `▼ ${money(-difference)}`]
}

const ticker: Column['cell'] = (stock, now) => [
  now.getTime() - stock.time.getTime() < highlightMs ? 'strong' : 'plain',
  stock.ticker,
]

const inCurrency = (amount: number, { currency_code }: SeenStock): string => `${money(amount)} ${currency_code}`

/** The most important column first: a narrow screen shows the first columns that fit. */
const allColumns: ReadonlyArray<Column> = [
  { head: 'TICKER', width: 6, align: 'left', position: 0, cell: ticker },
  { head: 'PRICE', width: 12, align: 'right', position: 2, cell: (stock) => ['plain', inCurrency(stock.price, stock)] },
  { head: 'CHANGE', width: 8, align: 'right', position: 3, cell: priceChange },
  {
    head: 'UPDATED',
    width: 8,
    align: 'right',
    position: 4,
    cell: ({ updated_at }, now) => ['plain', moment(updated_at, now)],
  },
  { head: 'STOCK', width: 20, align: 'left', position: 1, cell: ({ label }) => ['plain', label] },
  { head: 'HELD', width: 6, align: 'right', position: 5, cell: ({ quantity }) => ['faint', held(quantity)] },
  {
    head: 'VALUE',
    width: 14,
    align: 'right',
    position: 6,
    cell: (stock) => ['faint', inCurrency(stock.price * stock.quantity, stock)],
  },
]

const columnsThatFit = (width: number, gutter: number): ReadonlyArray<Column> => {
  let usedWidth = 0
  const fitting = allColumns.filter((column) => (usedWidth += gutter + column.width) <= width)
  return fitting.sort((a, b) => a.position - b.position)
}

/** The stocks as a table of at most `rows` lines, including its head, and at most `width` columns. */
export const stockTable = (
  stocks: ReadonlyArray<SeenStock>,
  rows: number,
  width: number,
  colors: Colors,
  now: Date,
): ReadonlyArray<string> => {
  const gutter = width < 60 ? 1 : 2
  const columns = columnsThatFit(width, gutter)
  if (rows < 1 || columns.length === 0) return []
  return plainTable(
    columns.map(({ head, ...layout }) => ({ ...layout, head: paint(colors, 'faint', head) })),
    [...stocks]
      .sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime())
      .slice(0, rows - 1)
      .map((stock) => columns.map(({ cell }) => paint(colors, ...cell(stock, now)))),
    gutter,
  )
}
