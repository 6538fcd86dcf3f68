import {
  auditTime,
  combineLatest,
  connect,
  endWith,
  ignoreElements,
  map,
  merge,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { clockTime, column, duration, quantity as held, moment, money, plainTable } from '../formatText.js'
import { fullScreen, type Terminal } from '../fullScreen.js'
import { type Colors, fitLine, type Line, paint, printLine, type Tone, widthOf } from '../styledLine.js'
import { demoSizes } from './demoService.js'
import { type DemoState, type DemoView, type LogEntry, type SeenStock, withFinalState } from './DemoState.js'
import { summaryLines } from './demoSummary.js'
import { statusLines } from './statusLines.js'

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
const stockTable = (
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

/** The size of the screen, its colours, and the current time. */
interface View {
  readonly columns: number
  readonly rows: number
  readonly colors: Colors
  readonly now: Date
}

const header = ({ baseUrl, seed }: DemoState, width: number, now: Date): Line => {
  const name: Line = [' ', ['title', 'rxbank demo'], `  ${baseUrl}`, ['faint', `  seed ${String(seed)}`]]
  const left = fitLine(name, width, 2)
  const time = clockTime(now)
  const gap = width - widthOf(left) - time.length
  return gap < 2 ? left : [...left, ' '.repeat(gap), ['faint', time]]
}

const { latency, tokenLifetime } = demoSizes
const description: Line = [
  [
    'faint',
    ` Invented data over real HTTP: ${String(latency)} ms added to each page, tokens live ${duration(tokenLifetime)}`,
  ],
]

const entryLine =
  (width: number) =>
  ({ time, kind, tone, text }: LogEntry): Line => [
    ['faint', ` ${clockTime(time)}  `],
    [tone, width < minColumnsForAlignment ? `${kind} ` : column(kind, 10)],
    text,
  ]

/** With fewer rows than this there are no blank lines; with fewer columns the log is not aligned. */
const minRowsForBlanks = 20
const minColumnsForAlignment = 60

/**
 * Draws a state: at most `rows` lines of at most `columns - 1` columns, because terminals wrap at the last column. A
 * small screen first omits the less important parts.
 */
export const renderDemo = (state: DemoState, { columns, rows, colors, now }: View): ReadonlyArray<string> => {
  const width = Math.max(columns - 1, 0)
  const print = (line: Line): string => printLine(colors, line, width)
  const blank = rows < minRowsForBlanks ? [] : ['']

  const top = [header(state, width, now), ...(rows < minRowsForBlanks ? [] : [description])].map(print)
  const status = statusLines(state, width, now).map(print)
  const footer = [...blank, print([['faint', ' Ctrl-C to end']])]
  const remainingRows = Math.max(rows - top.length - status.length - footer.length - 3 * blank.length, 0)

  const maxEntries = Math.floor(remainingRows / 3)
  const entries = state.log
    .slice(Math.max(state.log.length - maxEntries, 0))
    .map(entryLine(width))
    .map(print)
  const stocks = stockTable([...state.stocks.values()], remainingRows - entries.length, width, colors, now)
  return [...top, ...blank, ...status, ...blank, ...stocks, ...blank, ...entries, ...footer].slice(0, Math.max(rows, 0))
}

/**
 * The minimum and the maximum time between two drawings of the screen, in milliseconds. It shows seconds, so it must be
 * drawn every second.
 */
const minFrameTime = 80
const maxFrameTime = 1000

/** Shows a demo on a full screen, which is redrawn after each event; then a summary. */
export const dashboard = (terminal: Terminal, colors: Colors, clock: Clock = systemClock): DemoView =>
  withFinalState(
    connect((steps$) => {
      const end$ = steps$.pipe(ignoreElements(), endWith(undefined))
      const state$ = steps$.pipe(
        auditTime(minFrameTime, clock.scheduler),
        map(({ state }) => state),
      )
      // The screen is opened at the first step, so that a demo that fails to start does not clear the terminal.
      return steps$.pipe(
        take(1),
        switchMap(() => fullScreen(terminal)),
        switchMap(({ size, stale$, draw }) =>
          combineLatest([state$, merge(timer(0, maxFrameTime, clock.scheduler), stale$)]).pipe(
            tap(([state]) => draw(renderDemo(state, { ...size(), colors, now: new Date(clock.wall()) }))),
          ),
        ),
        takeUntil(end$),
        ignoreElements(),
      )
    }),
    (state) => {
      const width = terminal.columns || 80
      for (const line of summaryLines(state)) terminal.write(`${printLine(colors, line, width)}\n`)
    },
  )
